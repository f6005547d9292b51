// What the page says, in the reader's language.

import en from "./words/en.js";
import ja from "./words/ja.js";
import { language } from "./language.js";

export { language } from "./language.js";

const LANGUAGES = { en, ja };
export const NAMES = { en: "English", ja: "日本語" };

export const words = LANGUAGES[language];
document.documentElement.lang = language;

export function choose(name) {
  localStorage.setItem("engined.lang", name);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  history.replaceState(null, "", address);
  location.reload();
}

// What was wrong, and where.
export function faultText({ message, field = "" }) {
  const move = field.match(/^moves\[(\d+)\]$/);
  const place = move ? words.ply(Number(move[1]) + 1) : field;
  return place ? `${place}: ${message}` : message;
}

// The name of a variant: in Japanese the alias that it has there.
export function variantTitle({ title, name, aliases = [] }) {
  if (language === "ja") {
    const [, base, size = ""] = name.match(/^(.*?)(?:-(\d+x\d+))?$/);
    if (words.titles[base]) return `${words.titles[base]} ${size}`.trim();
    const own = aliases.find((alias) => /[぀-ヿ一-鿿]/.test(alias));
    if (own) return own;
  }
  return title || name;
}
