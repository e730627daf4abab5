import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "#lib/sandbox/base/random.ts";
import { companyRfc, inventCompany } from "./companies.ts";

// The RFCs of the SAT and of the state oil company: their names and dates are public.
it.each([
  ["SAT970701NN3", "Servicio Administración Tributaria", "1997-07-01", "NN"],
  ["PME380607P35", "Petróleos Mexicanos", "1938-06-07", "P3"],
])("agrees with the published %s", (rfc, name, date, homoclave) => {
  expect(companyRfc(name, date, homoclave)).toBe(rfc);
});

it("gives every company an RFC of twelve characters that carries its date", () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const company = inventCompany(createRandom(seed));
      expect(company.rfc).toMatch(/^[A-Z&]{3}\d{6}[1-9A-Z]{2}[0-9A]$/);
      expect(company.rfc.slice(3, 9)).toBe(company.incorporated_on.replaceAll("-", "").slice(2));
      expect(company.legal_name.endsWith(company.legal_form)).toBe(true);
    }),
  );
});
