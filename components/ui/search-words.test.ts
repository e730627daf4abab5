import { expect, it } from "vitest";
import { containsWords } from "./search-words.ts";

it.each([
  ["Verificaciones", "verif", true],
  ["Cerrar sesión", "sesion", true],
  ["Switch to English", "english switch", true],
  ["Overview", "", true],
  ["Overview", "overviews", false],
])("%j to %j: %j", (text, typed, expected) => {
  expect(containsWords(text, typed)).toBe(expected);
});
