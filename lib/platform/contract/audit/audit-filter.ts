import { curpEndsIn, mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";
import { UUID } from "#lib/platform/contract/text.ts";
import { defineFilter, moment, searchText, someOf, text, words } from "#lib/platform/contract/url-parameters.ts";
import { AUDIT_ACTIONS, AUDIT_FAMILIES, type AuditAction, isOfFamily, SHOWN_OUTCOMES } from "./audit.ts";

/** In place of a user's id, for actions without a session: by a stranger, a service token or the installation. */
export const NO_USER = "nobody";

export const isTrailUser = (user: string): boolean => user === NO_USER || UUID.test(user);

/** Digits, dots, colons and the letters of IPv6: the database decides validity, and gets nothing else. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** Whether the text is an IP address, as browsers and servers read one in a URL. */
export const isAddress = (text: string): boolean =>
  ADDRESS.test(text) && URL.canParse(`http://${text.includes(":") ? `[${text}]` : text}/`);

/** Whether searched text may appear in an address: it looks like an id or a tag, and not like the ends of a CURP. */
export const mayAppearInAuditUrl = (text: string): boolean => mayAppearInUrl(text) && curpEndsIn(text) === null;

/** The filter of the audit page, of `GET /api/audit` and of `GET /api/audit/export`. */
export const AUDIT_FILTER = defineFilter({
  /**
   * A whole id in an entry, or words of the file, account or person in it: a file's tag, title or tax id, an account's
   * name or email, a person's name, or the CURP as in the search of people. In an address the search finds no person.
   */
  q: searchText(mayAppearInAuditUrl),
  family: someOf(AUDIT_FAMILIES),
  /** These actions, and those of the families. */
  action: someOf(AUDIT_ACTIONS),
  /** Ids of users, or `nobody`: a name or an email appears in no URL. */
  user: words(isTrailUser),
  /** Ids of the service tokens that called. */
  token: words((token) => UUID.test(token)),
  outcome: someOf(SHOWN_OUTCOMES),
  /** A whole id in an entry, or a file by tag or address. */
  id: text(),
  address: text(isAddress),
  /** Inclusive. */
  from: moment(),
  /** Exclusive when an instant, inclusive when a day. */
  to: moment(),
});
export type AuditFilter = typeof AUDIT_FILTER.empty;

/** The actions of a filter, directly or by family; empty for all. */
export const actionsOf = ({ action, family }: Pick<AuditFilter, "action" | "family">): AuditAction[] =>
  AUDIT_ACTIONS.filter((one) => action.includes(one) || family.some((each) => isOfFamily(one, each)));
