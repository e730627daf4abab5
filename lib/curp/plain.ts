/** In capitals and without accents; Ñ stays a letter of its own. */
export const plain = (text: string): string =>
  text
    .normalize("NFC")
    .toUpperCase()
    .split("Ñ")
    .map((part) => part.normalize("NFD").replace(/\p{Mn}/gu, ""))
    .join("Ñ");
