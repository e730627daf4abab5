import { expect, test } from "vitest";
import { matchOptions } from "./combobox.tsx";

const PEOPLE = ["Ana Peña", "José Luis Núñez", "Luisa Ana Ruiz"].map((label) => ({ value: label, label }));
const found = (sought: string) => matchOptions(PEOPLE, sought).map(({ label }) => label);

test("an option is found by all typed words, without accents and in any order", () => {
  expect(found("")).toHaveLength(3);
  expect(found("pena")).toEqual(["Ana Peña"]);
  expect(found("ana")).toEqual(["Ana Peña", "Luisa Ana Ruiz"]);
  expect(found("ruiz LUISA")).toEqual(["Luisa Ana Ruiz"]);
  expect(found("nuñez jose")).toEqual(["José Luis Núñez"]);
  expect(found("ana nobody")).toEqual([]);
});
