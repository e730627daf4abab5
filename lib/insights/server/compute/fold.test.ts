import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countedCode, folding, idOfText, namedField } from "./fold.ts";

const FILE = {
  people: ["Walter Núñez Bonfil BOXW310820HNERXN09"],
  names: ["Maderas del Sur, S.A. de C.V.", "MSU110313AB1", "Expediente Ocampo"],
};
const fold = folding(FILE);

describe("the text of a finding", () => {
  it.each([
    ["Falta el acta constitutiva", "Falta el acta constitutiva"],
    ["  Falta   el\nacta ", "Falta el acta"],
    ["El comprobante vence el 5 de noviembre de 2026 (hace 12 días)", "El comprobante vence el … (hace … días)"],
    ["Vence 2026-11-05T10:00:00Z / 05/11/2026, 5 Nov 2026", "Vence …"],
    ["Issued on March 3rd, 2026 and in Jan 2026", "Issued on … and in …"],
    ["Falta desde mayo", "Falta desde mayo"],
    ["Capital de $1,200,000.50 M.N. y 12.5 % de MXN 300", "Capital de … y … de …"],
    ["CURP BOXW310820HNERXN09 o RFC XAXX010101000", "CURP … o RFC …"],
    ["Correo a.b@c.mx, página https://c.mx/x?y=z", "Correo … página …"],
    ["Documento a1b2c3d4-cdef-4aaa-bbbb-0123456789ab, item_x7", "Documento …"],
    ["Dice 'Calle Uno', “Calle Dos” y «x»", "Dice … y …"],
    ["The shareholder's deed isn't legible", "The shareholder's deed isn't legible"],
    ["NUNEZ BONFIL, WALTER no es walter NÚÑEZ", "… no es …"],
    ["Falta JUAN DE LA CRUZ PÉREZ como socio", "Falta … como socio"],
    ["CONSTRUCTORA ÁLAMO S.A. de C.V. no coincide", "… no coincide"],
    ["El RFC no coincide", "El RFC no coincide"],
    ["Maderas del Sur difiere; la madera del sur no", "… difiere; la madera del sur no"],
    ["La señora ocampo no firmó", "La señora … no firmó"],
    ["12", "…"],
    ["", "…"],
  ])("%j is counted as %j", (message, text) => {
    expect(fold(message)).toBe(text);
  });

  it("is short and never empty, for any text", () => {
    const hostile = fc.constantFrom("a-_", "A, ", "'", '"', "«", "@.", "A.", "1-", " de ", "_", "5 de ", "…");
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.array(hostile, { maxLength: 2_000 }).map((parts) => parts.join("")),
      hostile.map((part) => part.repeat(4_000)),
    );
    fc.assert(
      fc.property(text, (message) => {
        const folded = fold(message);
        expect([...folded].length).toBeGreaterThan(0);
        expect([...folded].length).toBeLessThanOrEqual(200);
        expect(folded).not.toMatch(/\p{N}/u);
      }),
    );
  });

  const word = fc.constantFrom("Falta", "el", "acta", "no coincide con", "y", "(", ")", ",", "del socio:", "¿", "—");
  const name = fc.constantFrom("Núñez", "NÚÑEZ", "nunez", "Walter", "Bonfil", "ÁNGELA DE LA O", "PÉREZ LÓPEZ");
  const identifier = fc.stringMatching(/^[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d$/);
  const number = fc.oneof(
    fc.nat().map(String),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }).map((date) => date.toISOString()),
  );

  it("has no name, CURP or digit of the message", () => {
    const part = fc.oneof(word, name, identifier, number);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom(" ", "  ", "\n"), (parts, space) => {
        const folded = ` ${bare(fold(parts.join(space)))} `;
        expect(folded).not.toMatch(/nunez|walter|bonfil|angela|perez|lopez|[a-z]{4}\d|\d/);
      }),
    );
  });

  it("is the same whatever its numbers, dates and known names are", () => {
    const values = fc.record({ who: fc.constantFrom("Walter Núñez", "BONFIL"), one: number, other: number });
    fc.assert(
      fc.property(values, ({ who, one, other }) => {
        expect(fold(`${who} tiene ${one} acciones desde ${other}`)).toBe("… tiene … acciones desde …");
      }),
    );
  });
});

const bare = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

it("keeps the name of a missing field, trimmed and cut", () => {
  expect(namedField("  acta_2 ")).toBe("acta_2");
  expect(namedField("x".repeat(300))).toHaveLength(200);
  expect([namedField(null), namedField("  ")]).toEqual([null, null]);
});

it("hides identifiers and dates of people in names of fields and in codes, and nothing else", () => {
  const dates = ["2001-05-14", "14/05/2001", "20010514", "14-05-01", "14 de mayo de 2001", "May 14, 2001"];
  for (const hidden of [...dates, "ROGA010514MJCXRN07", "roga 010514 mjcxrn 07", "ROGA010514AB1"]) {
    expect(namedField(`acta del ${hidden}`), hidden).toBe("acta del …");
    expect(countedCode(`late ${hidden}`), hidden).toBe("late …");
  }
  const long = `${"x".repeat(190)} 14 de mayo de 2001`;
  for (const cut of [namedField(long), countedCode(long)]) expect(cut).not.toMatch(/14|mayo/);
  for (const kept of ["socios[2].rfc", "domicilio_2_cp_06600", "curp_scrapper_error", ""]) {
    expect([kept, countedCode(kept)]).toEqual([kept, kept]);
  }
  expect(countedCode(null)).toBeNull();
});

it("has ids that fit a bigint and stay the same", () => {
  expect(idOfText("Falta el acta")).toBe(idOfText("Falta el acta"));
  const id = BigInt(idOfText("…"));
  expect(BigInt.asIntN(64, id)).toBe(id);
});
