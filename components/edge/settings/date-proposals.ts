import type { DatesPolicy, DocumentKind } from "#lib/statements/contract/policy-input.ts";

const kind = (key: string, en: string, es: string, more: Partial<DocumentKind> = {}): DocumentKind => ({
  ...{ key, en, es, per: "file", counts: "decision" },
  ...more,
});

const KINDS = {
  proof_of_address: ["proof_of_address", "Proof of address", "Comprobante de domicilio"],
  tax_certificate: ["tax_certificate", "Tax certificate (CSF)", "Constancia de situación fiscal"],
  official_id: ["official_id", "Official identification", "Identificación oficial"],
  power: ["power", "Power of attorney", "Poder"],
  deed: ["deed", "Articles of incorporation", "Acta constitutiva"],
} as const;

/** The agreement whose periods press and law firms report; the administrator confirms it with counsel. */
const SOURCE = "Acuerdo 115/2026, DOF 7 de agosto de 2026";

/**
 * The documents and periods that each regime proposes while the policy has no rule. The proposal for a vulnerable activity has
 * periods with their source; the proposal for a financial institution, whose own rules apply, names documents alone.
 */
export const PROPOSALS: Record<"vulnerable" | "financial", DatesPolicy> = {
  vulnerable: {
    documents: [
      kind(...KINDS.proof_of_address, { max_age_months: 3, source: SOURCE }),
      kind(...KINDS.tax_certificate),
      kind(...KINDS.official_id, { per: "person", warn_days: 30, counts: "always" }),
      kind(...KINDS.power, { counts: "check" }),
      kind(...KINDS.deed, { counts: "check" }),
    ],
    yearly_check: { months: 12, ahead_days: 30, source: SOURCE },
  },
  financial: {
    documents: [
      kind(...KINDS.proof_of_address),
      kind(...KINDS.tax_certificate),
      kind(...KINDS.official_id, { per: "person", counts: "always" }),
      kind(...KINDS.power, { counts: "check" }),
    ],
    yearly_check: null,
  },
};
