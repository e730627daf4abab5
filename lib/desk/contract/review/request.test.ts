import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURP_LOOKUP_ERRORS, PEOPLE_OUTCOMES } from "#lib/core/contract/people/person.ts";
import { MAX_POINTS } from "#lib/core/contract/verifications/review.ts";
import {
  DOCUMENTS_STATUSES,
  ITEM_ERRORS,
  ITEM_TYPES,
  SEVERITIES,
} from "#lib/core/contract/verifications/verification.ts";
import { examples } from "#tools/test/effort.ts";
import { DEFAULT_TEMPLATES } from "./policy.ts";
import { reviewPolicyInput } from "./policy-input.ts";
import { isForCustomer, type LetterWords, letterOf, lineOf, pointKey, requestPoints } from "./request.ts";
import { item, POLICY } from "./testing/facts.ts";

const words: LetterWords = {
  heading: (about) => `[${about}]`,
  unnamedField: "un dato",
  item: (type, error) => `${type ?? "documento"}: ${error ?? "otra copia"}`,
  person: (name, error) => `${name ?? "una persona"}: ${error ?? "CURP no encontrada"}`,
  documents: "lo que falta por cargar",
  unnamedFile: "su expediente",
  times: (line, count) => `${line} (${count})`,
};
const CURP = "BOXW010203HDFRRL09";
const nobody = { title: null, tag: null, nameOf: () => null };
const nothing = { findings: [], items: [], people: [], documents_status: null };
const missing = (missing_field: string | null) => ({ severity: "high", message: "No se encontró", missing_field });

describe("points", () => {
  it("are the missing fields, the items to attend to, the CURPs to correct, and the missing uploads", () => {
    expect(
      requestPoints({
        findings: [missing("Poder"), missing(null), missing("Acta constitutiva"), missing(" poder ")],
        items: [item(9, { item_error: "pdf_slice_failed" }), item(2), item(3, { item_type: "unknown" })],
        people: [
          { people_id: 5, outcome: "curp_format_error", people_error: "curp_format_error" },
          { people_id: 6, outcome: "found", people_error: null },
          { people_id: 7, outcome: "curp_service_unavailable", people_error: "curp_service_unavailable" },
          { people_id: null, outcome: "failed", people_error: null },
        ],
        documents_status: "partial_upload",
      }),
    ).toEqual([
      { about: "missing_field", missing_field: "Acta constitutiva" },
      { about: "missing_field", missing_field: "Poder" },
      { about: "item", item_id: 3, item_type: "unknown", item_error: null },
      { about: "item", item_id: 9, item_type: "csf_mx", item_error: "pdf_slice_failed" },
      { about: "person", people_id: 5, people_error: "curp_format_error" },
      { about: "documents" },
    ]);
  });

  it.each([null, "full_upload", "something_new"])("do not ask for documents where their status is %s", (status) => {
    expect(requestPoints({ ...nothing, documents_status: status })).toEqual([]);
  });

  it("leave out items with a configuration error at the service", () => {
    const [point] = requestPoints({ ...nothing, items: [item(1, { item_error: "misconfigured_custom_item_type" })] });
    expect(point && isForCustomer(point)).toBe(false);
  });
});

describe("a letter", () => {
  it("groups its points and names equal points once, with their number", () => {
    const points = requestPoints({
      findings: [missing("Poder"), missing("Acta constitutiva")],
      items: [item(1, { item_error: "x" }), item(2, { item_error: "x" }), item(3, { item_type: "unknown" })],
      people: [{ people_id: 5, outcome: "failed", people_error: null }],
      documents_status: null,
    });
    expect(letterOf(points, "Hola {title}:\n\n{points}\n\n{tag}", { ...nobody, nameOf: () => "Ana Ruiz" }, words)).toBe(
      [
        "Hola su expediente:",
        "[missing_field]\n- Acta constitutiva\n- Poder",
        "[item]\n- csf_mx: x (2)\n- unknown: otra copia",
        "[person]\n- Ana Ruiz: CURP no encontrada",
      ].join("\n\n"),
    );
  });

  it("calls the file by its title, else by its tag", () => {
    const template = "{title}{points}";
    expect(letterOf([], template, { ...nobody, title: "Maderas", tag: "EXP-1" }, words)).toBe("Maderas");
    expect(letterOf([], template, { ...nobody, tag: "EXP-1" }, words)).toBe("EXP-1");
  });

  it("fills no placeholder inside a value", () => {
    expect(letterOf([], "{title}{points}", { ...nobody, title: "{points} {tag}", tag: "EXP-1" }, words)).toBe(
      "{points} {tag}",
    );
  });

  it("holds no CURP, wherever the service wrote one", () => {
    const spread = CURP.match(/.{1,4}/g)?.join(" ") ?? "";
    const points = requestPoints({
      findings: [missing(`CURP ${CURP} de Ana`), missing(spread)],
      items: [item(1, { item_error: CURP, item_type: `x ${CURP}` })],
      people: [{ people_id: 5, outcome: "failed", people_error: null }],
      documents_status: null,
    });
    const letter = letterOf(
      points,
      "{title} {tag}\n{points}",
      { title: `Ana ${CURP}`, tag: CURP.toLowerCase(), nameOf: () => `Ana ${CURP}` },
      words,
    );
    expect(letter).toBe(
      [
        "Ana ",
        "[missing_field]\n- un dato\n- CURP de Ana\n\n[item]\n- x: otra copia\n\n[person]\n- Ana: CURP no encontrada",
      ].join("\n"),
    );
  });
});

const field = fc.constantFrom(null, "Acta", "Poder", " acta", "Constancia\nreciente", "{title}");
const lacking = fc.record({
  findings: fc.array(
    fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      message: fc.constant("palabras del servicio"),
      missing_field: field,
    }),
    { maxLength: 8 },
  ),
  items: fc.uniqueArray(
    fc
      .tuple(
        fc.integer({ min: 7_000_000, max: 7_000_009 }),
        fc.constantFrom(null, ...ITEM_TYPES, "custom_kind"),
        fc.constantFrom(null, ...ITEM_ERRORS, "other"),
      )
      .map(([id, item_type, item_error]) => item(id, { item_type, item_error })),
    { selector: ({ item_id }) => item_id },
  ),
  people: fc.uniqueArray(
    fc.record({
      people_id: fc.integer({ min: 8_000_000, max: 8_000_009 }),
      outcome: fc.constantFrom(...PEOPLE_OUTCOMES),
      people_error: fc.constantFrom(null, ...CURP_LOOKUP_ERRORS),
    }),
    { selector: ({ people_id }) => people_id },
  ),
  documents_status: fc.constantFrom(null, ...DOCUMENTS_STATUSES),
});

it("asks for each point exactly once, whatever the order of the facts, and with no text of the service", () => {
  const both = lacking.chain((facts) =>
    fc.tuple(
      fc.constant(facts),
      fc.record({
        findings: fc.shuffledSubarray(facts.findings, { minLength: facts.findings.length }),
        items: fc.shuffledSubarray(facts.items, { minLength: facts.items.length }),
        people: fc.shuffledSubarray(facts.people, { minLength: facts.people.length }),
      }),
    ),
  );
  fc.assert(
    fc.property(both, fc.constantFrom(...Object.values(DEFAULT_TEMPLATES)), ([facts, shuffled], template) => {
      const points = requestPoints(facts);
      expect(requestPoints({ ...facts, ...shuffled })).toEqual(points);
      expect(new Set(points.map(pointKey)).size).toBe(points.length);
      const letter = letterOf(points, template, nobody, words);
      expect(letterOf([...points, ...points], template, nobody, words)).toBe(letter);
      const lines = letter.split("\n").filter((line) => line.startsWith("- "));
      expect(new Set(lines).size).toBe(lines.length);
      const counted = lines.map((line) => Number(/ \((\d+)\)$/.exec(line)?.[1] ?? 1));
      expect(counted.reduce((all, count) => all + count, 0)).toBe(points.length);
      for (const point of points) {
        const own = lineOf(point, nobody.nameOf, words);
        expect(lines.filter((line) => line === `- ${own}` || line.startsWith(`- ${own} (`))).toHaveLength(1);
      }
      expect(letter).not.toMatch(/[78]00000|palabras del servicio|\b(high|medium|low)\b/);
    }),
    { numRuns: examples(200) },
  );
});

it("asks for no more points than a request can hold", () => {
  const findings = Array.from({ length: MAX_POINTS + 5 }, (_, n) => missing(`Documento ${n}`));
  expect(requestPoints({ ...nothing, findings })).toHaveLength(MAX_POINTS);
});

describe("the fixed text of letters", () => {
  const frame = {
    addressee: "Representante legal de {title}:",
    signature: "{officer}\nÁrea de Cumplimiento",
    officer: `Ana ${CURP}`,
    day: "30 de noviembre de 2026",
  };
  const write = (template: string, more: Partial<typeof frame> = {}) =>
    letterOf(
      [],
      template,
      { title: "ACME {tag}", tag: "EXP-1", nameOf: () => null, frame: { ...frame, ...more } },
      words,
    );

  it("begins and ends a template without its placeholders", () => {
    expect(write("Hola {tag}")).toBe("Representante legal de ACME {tag}:\n\nHola EXP-1\n\nAna\nÁrea de Cumplimiento");
    expect(write("Hola", { addressee: "", signature: "" })).toBe("Hola");
  });

  it("stands where a template places it, with the follow-up day", () => {
    expect(write("{signature} / {addressee} / antes del {day}")).toBe(
      "Ana\nÁrea de Cumplimiento / Representante legal de ACME {tag}: / antes del 30 de noviembre de 2026",
    );
  });

  it("is validated for its placeholders; letters need unique names", () => {
    const isTaken = (more: object) => reviewPolicyInput.safeParse({ ...POLICY, ...more }).success;
    const letter = { name: "Recordatorio", es: "{points}", en: "{points}" };
    expect(
      isTaken({ letter: { language: "en", addressee: "{title}", signature: "{officer}" }, letters: [letter] }),
    ).toBe(true);
    expect(
      [
        { letter: { ...POLICY.letter, signature: "{points}" } },
        { letter: { ...POLICY.letter, language: "fr" } },
        { letters: [letter, letter] },
        { letters: [{ ...letter, name: " " }] },
        { letters: [{ ...letter, es: "{signature}" }] },
      ].map(isTaken),
    ).toEqual(Array(5).fill(false));
  });
});

describe("templates", () => {
  const isTaken = (en: string) =>
    reviewPolicyInput.safeParse({ ...POLICY, templates: { ...POLICY.templates, en } }).success;

  it("are accepted with the default texts, and must have `{points}` once", () => {
    expect(reviewPolicyInput.parse(POLICY).templates).toEqual(POLICY.templates);
    expect(isTaken("{points}")).toBe(true);
    expect(
      ["", "no points", "{points} {points}", "{points} {name}", "{points}".padEnd(5_000, "x")].map(isTaken),
    ).toEqual(Array(5).fill(false));
  });
});
