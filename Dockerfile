# syntax=docker/dockerfile:1
# A small image: the packages in a virtual environment, no compiler, no build tools, no root.
#
#   docker build -t engined .
#   docker run -d --name engined --read-only --tmpfs /run/engined:uid=10001,mode=0700 -v engined:/var/lib/engined engined
#   docker exec -i engined engined attach                  # a GUI's engine command
#   docker exec engined engined analyse f5d6c3 --time 5
#
# docs/containers has a compose file with the daemon and the page, and a manifest for Kubernetes. `--build-arg
# EXTRAS=web,metrics,cluster` builds with other extras; those two are in by default, in the versions of the lock file.
#
# The machine code of the kernels depends on the CPU, and the image may run on any, so none is in it: that of
# othello, and what ENGINED_WARM names, is compiled when the daemon starts (`docker logs` shows the state), and kept
# in the volume for the next start. So is Python's own byte code, which the base image comes without. In a running
# container `docker exec engined engined warm othello-6x6` does the same.

FROM python:3.12-slim AS build
WORKDIR /source
RUN python -m venv --without-pip /opt/engined
# What comes from others is a layer of its own: it is downloaded again only when the lock file changes.
COPY docs/containers/requirements.txt ./
RUN pip --python /opt/engined/bin/python install --no-cache-dir --no-compile --require-hashes -r requirements.txt
ARG EXTRAS=web,metrics
COPY pyproject.toml README.md LICENSE ./
COPY protocol ./protocol
COPY clients ./clients
COPY engined ./engined
RUN pip --python /opt/engined/bin/python install --no-cache-dir --no-compile ./protocol ./clients ".[${EXTRAS}]"

FROM python:3.12-slim
LABEL org.opencontainers.image.title="engined" \
      org.opencontainers.image.description="A game-engine daemon for every variant of the flipping game" \
      org.opencontainers.image.licenses="MIT"
RUN useradd --uid 10001 --home-dir /var/lib/engined --no-create-home --shell /usr/sbin/nologin engined \
    && install -d -o engined -g engined -m 0700 /run/engined /var/lib/engined
COPY --from=build /opt/engined /opt/engined
# All that is written goes to /var/lib/engined and /run/engined, so that the rest may be read-only.
ENV PATH=/opt/engined/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONPYCACHEPREFIX=/var/lib/engined/cache/python \
    TMPDIR=/var/lib/engined \
    XDG_CACHE_HOME=/var/lib/engined/cache \
    XDG_DATA_HOME=/var/lib/engined/data \
    XDG_STATE_HOME=/var/lib/engined/state \
    XDG_CONFIG_HOME=/var/lib/engined/config \
    ENGINED_ENDPOINT=/run/engined \
    ENGINED_METRICS= \
    ENGINED_WARM=
USER 10001
WORKDIR /var/lib/engined
# The store (books, solved positions, kept sessions) and the compiled kernels.
VOLUME /var/lib/engined
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["engined", "status", "--quiet"]
CMD ["engined", "serve", "--log", "-"]
