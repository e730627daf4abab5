import { describe, expect, it } from "vitest";
import { ITEM_ERRORS, ITEM_TYPES } from "#lib/core/contract/verifications/verification.ts";
import { DEFAULT_TEMPLATES } from "#lib/desk/contract/review/policy.ts";
import { letterOf, requestPoints } from "#lib/desk/contract/review/request.ts";
import { withProblem } from "#lib/desk/contract/review/testing/item-problem.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/messages.ts";
import { letterWords } from "./letter-words.ts";

describe.each(LOCALES)("a letter in %s", (locale) => {
  const words = letterWords(locale, MESSAGES[locale].letter);

  it("has plain words for every type, error and problem of the service", () => {
    const codes = /[a-z]+_[a-z]+/;
    const said = [
      ...ITEM_TYPES.map((type) => words.item(type, null)),
      ...ITEM_ERRORS.map((error) => words.item(null, error)),
      words.person(null, "curp_format_error"),
      words.person("Ana", null),
    ];
    expect(said.filter((line) => codes.test(line))).toEqual([]);
  });

  it.each(["blurry_scan", "other", "none", "constructor", "x.y"])("leaves the unknown value %s unchanged", (value) => {
    expect(words.item(value, null).startsWith(`${value}. `)).toBe(true);
    expect(words.item(null, value)).toContain(`(${value})`);
    expect(words.person("Ana", value)).toContain(`(${value})`);
  });
});

it("reads as a letter", () => {
  const items = [
    { item_id: 1, item_type: "person_id", item_error: "password_protected_pdf", success: null },
    { item_id: 2, item_type: "person_id", item_error: "password_protected_pdf", success: null },
    { item_id: 3, item_type: "unknown", item_error: null, success: null },
  ];
  const points = requestPoints({
    findings: [{ missing_field: "Acta constitutiva" }],
    items: items.map(withProblem),
    people: [{ people_id: 4, outcome: "curp_format_error", people_error: "curp_format_error" }],
    documents_status: "partial_upload",
  });
  const named = { title: "Maderas del Sur", tag: "EXP-1", nameOf: () => "Ana Ruiz" };
  const written = letterOf(points, DEFAULT_TEMPLATES.es, named, letterWords("es-MX", MESSAGES["es-MX"].letter));
  expect(written).toBe(`Buen día:

Para continuar con la revisión de Maderas del Sur necesitamos lo siguiente:

Falta:
- Acta constitutiva

Documentos por enviar de nuevo:
- Identificación oficial. El archivo está protegido con contraseña. Solicitamos una copia sin contraseña. (son 2)
- Documento que no se pudo identificar. Solicitamos indicar qué documento es y enviarlo de nuevo.

CURP por corregir:
- Ana Ruiz. La CURP no está bien escrita. Solicitamos la constancia de la CURP.

Por completar:
- Documentos y formularios que aún no se han enviado

Agradeceremos recibir los documentos en respuesta a este mensaje. Con gusto aclaramos cualquier duda.

Saludos cordiales.`);
});
