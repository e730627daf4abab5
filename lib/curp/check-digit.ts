const ALPHABET = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";

/**
 * The last character as the first seventeen make it: each character's place in the alphabet of 37, weighted 18 to 2, and
 * what their sum lacks to the next ten. Null where there are not seventeen characters of that alphabet.
 */
export function checkDigit(characters: readonly string[]): string | null {
  if (characters.length < 17) return null;
  let sum = 0;
  for (const [index, character] of characters.slice(0, 17).entries()) {
    const value = ALPHABET.indexOf(character);
    if (value < 0 || character.length !== 1) return null;
    sum += value * (18 - index);
  }
  return String((10 - (sum % 10)) % 10);
}
