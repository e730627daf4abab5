import { expect, it } from "vitest";
import { addressOfOriginal, isTemplate, MAX_TEMPLATE } from "./originals.ts";

it.each([
  "https://docs.example.mx/{tag}/{item_id}",
  "https://docs.example.mx:8443/find?file={verification_id}&item={item_id}#top",
  "https://docs.example.mx/{item_id}.pdf",
])("%s is a template", (template) => {
  expect(isTemplate(template)).toBe(true);
});

it.each([
  "",
  "http://docs.example.mx/{item_id}",
  "javascript:alert({item_id})",
  "https://docs.example.mx/{tag}",
  "https://docs.example.mx/{name}/{item_id}",
  "https://docs.example.mx/{tax_id}/{item_id}",
  "https://docs.example.mx/{item_id",
  "https://docs.example.mx/{}{item_id}",
  "https://{tag}.example.mx/{item_id}",
  "https://ana:secret@docs.example.mx/{item_id}",
  "https://docs.example.mx\\@other.mx/{item_id}",
  "https://docs.example.mx/a b/{item_id}",
  `https://docs.example.mx/${"x".repeat(MAX_TEMPLATE)}/{item_id}`,
])("%j is no template", (template) => {
  expect(isTemplate(template)).toBe(false);
});

const TEMPLATE = "https://docs.example.mx/{tag}/{item_id}?of={verification_id}";
const facts = { verification_id: "ver_1", tag: "EXP-2041", item_id: 7 };

it("an address has each value encoded, so that no value changes its path", () => {
  expect(addressOfOriginal(TEMPLATE, facts)).toBe("https://docs.example.mx/EXP-2041/7?of=ver_1");
  expect(addressOfOriginal(TEMPLATE, { ...facts, tag: "../a b?c#d&e=ñ/{item_id}" })).toBe(
    "https://docs.example.mx/..%2Fa%20b%3Fc%23d%26e%3D%C3%B1%2F%7Bitem_id%7D/7?of=ver_1",
  );
});

it.each([null, "", ".", "..", "NUGF860209MNLXRR03", "nugf-860209-MNL"])("there is no address for the tag %j", (tag) => {
  expect(addressOfOriginal(TEMPLATE, { ...facts, tag })).toBeNull();
});

it("the tag does not matter if the template does not name it", () => {
  expect(addressOfOriginal("https://docs.example.mx/{item_id}", { ...facts, tag: null })).toBe(
    "https://docs.example.mx/7",
  );
});
