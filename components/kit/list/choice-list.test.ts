import { expect, it } from "vitest";
import { matchChoices } from "./choice-list.tsx";

const NAMES: Record<string, string> = {
  vip: "Cliente VIP",
  review: "Revisión legal",
  corrupted_file: "Archivo dañado",
};
const match = (sought: string) => matchChoices(Object.keys(NAMES), sought, (value) => NAMES[value] ?? value);

it.each([
  ["", ["vip", "review", "corrupted_file"]],
  ["  ", ["vip", "review", "corrupted_file"]],
  ["revision", ["review"]],
  ["DAÑ", ["corrupted_file"]],
  ["vip cliente", ["vip"]],
  ["corrupted", ["corrupted_file"]],
  ["nothing", []],
])("'%s' finds %j", (sought, expected) => {
  expect(match(sought)).toEqual(expected);
});
