/** Files by their decisions: ever accepted, ever rejected, or neither. A decision that was undone does not count. */
export const CUSTODY_CLASSES = ["accepted", "rejected", "undecided"] as const;
export type CustodyClass = (typeof CUSTODY_CLASSES)[number];

/**
 * `lfpiorpi`: ten years, as the law against money laundering asks for. `minimum`: no longer than the RETENTION_…
 * variables say. `own`: months of the installation. `variables`: the rules from before there were profiles.
 */
export const CUSTODY_PROFILES = ["lfpiorpi", "minimum", "own", "variables"] as const;
export type CustodyProfile = (typeof CUSTODY_PROFILES)[number];

export const LFPIORPI_MONTHS = 120;
/** A hundred years. */
export const MAX_OWN_MONTHS = 1_200;

/** `months` count from the last decision, for undecided files from the last arrival; null only with `variables`. */
export type CustodyRule = { profile: CustodyProfile; months: number | null };

export type CustodyPolicy = { version: number } & Record<CustodyClass, CustodyRule>;

/** The rule of a profile; `own` is the number of months that an admin typed. */
export function ruleOf(profile: CustodyProfile, own: number): CustodyRule {
  const months = { lfpiorpi: LFPIORPI_MONTHS, minimum: 0, own, variables: null };
  return { profile, months: months[profile] };
}

const VARIABLES: CustodyRule = { profile: "variables", months: null };

/** Without a policy the variables decide. */
export const NO_POLICY: CustodyPolicy = {
  version: 0,
  accepted: VARIABLES,
  rejected: VARIABLES,
  undecided: VARIABLES,
};

/** The policy that a new installation begins with, unless one of its RETENTION_… variables is set. */
export const FIRST_POLICY: Omit<CustodyPolicy, "version"> = {
  accepted: ruleOf("lfpiorpi", 0),
  rejected: ruleOf("lfpiorpi", 0),
  undecided: VARIABLES,
};
