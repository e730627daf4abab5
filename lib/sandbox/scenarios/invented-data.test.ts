import { expect, it } from "vitest";
import { EVERY_SCENARIO, played } from "#lib/sandbox/testing/stories.ts";

const people = () => EVERY_SCENARIO.flatMap((name) => played(name).state.people.flatMap(({ curp }) => curp ?? []));

it("every CURP is well formed, has its check digit, and agrees with the person's date of birth and gender", () => {
  const alphabet = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";
  const found = people().flatMap(({ applicant_data: data }) => data ?? []);
  expect(found.length).toBeGreaterThan(50);
  for (const { curp, birth_date: born, gender } of found) {
    expect(curp).toMatch(/^[A-Z]{4}\d{6}[HM][A-Z]{2}[B-DF-HJ-NP-TV-Z]{3}[A-J\d]\d$/);
    const sum = [...curp.slice(0, 17)].reduce((total, char, index) => total + alphabet.indexOf(char) * (18 - index), 0);
    expect([curp, curp[17]]).toEqual([curp, String((10 - (sum % 10)) % 10)]);
    expect([curp.slice(4, 10), curp[10]]).toEqual([born.replaceAll("-", "").slice(2), gender === "HOMBRE" ? "H" : "M"]);
    expect(/\d/.test(curp[16] ?? "")).toBe(born < "2000");
  }
});

it("every company has a Mexican legal form and an RFC that agrees with its name and date and has its check digit", () => {
  const alphabet = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ";
  for (const name of EVERY_SCENARIO) {
    const { rfc, legal_name: legal, legal_form: form, incorporated_on: date } = played(name).state.company;
    expect(rfc).toMatch(/^[A-ZÑ&]{3}\d{6}[A-Z\d]{2}[\dA]$/);
    expect([rfc.slice(3, 9), rfc[0]]).toEqual([date.replaceAll("-", "").slice(2), legal[0]]);
    const sum = [...` ${rfc.slice(0, 11)}`].reduce(
      (total, char, index) => total + alphabet.indexOf(char) * (13 - index),
      0,
    );
    expect([rfc, rfc[11]]).toEqual([rfc, "0123456789A"[(11 - (sum % 11)) % 11]]);
    expect(form).toMatch(/^S\.(A|C|A\.S|A\.P\.I|\sde\sR\.L)\./);
    expect(legal.endsWith(form)).toBe(true);
  }
});

it("findings speak of Mexican documents: notaries, deeds, the tax status certificate, the register of commerce", () => {
  const messages = EVERY_SCENARIO.flatMap((name) =>
    ["a", "b", "c"].map((seed) => played(name, seed).state.findings?.items ?? []),
  )
    .flat()
    .map(({ message }) => message)
    .join("\n");
  for (const word of [
    "Notaría Pública número",
    "escritura pública",
    "constancia de situación fiscal",
    "Registro Público de Comercio",
  ]) {
    expect(messages).toContain(word);
  }
});
