// Which language the reader is told things in: as chosen, else as the browser asks for.

const KNOWN = ["en", "ja"];

function chosen() {
  const asked = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("engined.lang");
  if (KNOWN.includes(asked)) return asked;
  return navigator.language?.startsWith("ja") ? "ja" : "en";
}

export const language = chosen();
