// Dark or light, before anything is drawn: as chosen here, else as the system says.
{
  const chosen = localStorage.getItem("engined.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
}
