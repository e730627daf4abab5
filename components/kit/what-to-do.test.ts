import { createTranslator } from "next-intl";
import { expect, it } from "vitest";
import { LOCALES } from "#tools/test/shown.tsx";
import { type RequestFacts, requestText } from "./what-to-do.tsx";

const CURP = "BADD110313HCMLNS09";
const FACTS = { verification_id: "ver_1", tag: "EXP-2041", item_id: 7, item_type: null, item_error: "Stream\nended" };

const request = (facts: RequestFacts, locale: keyof typeof LOCALES = "en", adds: "document" | "lookup" = "document") =>
  requestText(
    createTranslator({ locale, messages: { verification: LOCALES[locale] }, namespace: "verification.request" }),
    { todo: "Add it.", facts, adds },
  );

it("names the subject line by line in the interface's words, then the steps", () => {
  expect(request(FACTS)).toBe(`Please see to this through the service’s API:
verification_id: ver_1
tag: EXP-2041
item_id: 7
item_error: Stream ended
What to do: Add it.
A document is added by direct upload (upload_url), or with a file_url that stays available for at least five minutes.
`);
});

it("is in the language of the reader, and states which action starts a lookup", () => {
  const text = request({ verification_id: "ver_1", tag: null, people_id: 3 }, "es-MX", "lookup");
  expect(text).toContain(
    "Por favor, atiende lo siguiente mediante la API del servicio:\nverification_id: ver_1\npeople_id: 3\n",
  );
  expect(text).toContain("El servicio consulta una CURP después de que un documento person_id crea o actualiza");
});

it("leaves out a CURP, as in a tag or the free text of an error", () => {
  const text = request({ ...FACTS, tag: `de ${CURP.toLowerCase()}`, item_error: `${CURP} not found` });
  expect(text).toContain("verification_id: ver_1\nitem_id: 7\nWhat to do:");
});
