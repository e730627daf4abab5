/** Why a key does not become the dashboard's. */
export type AdoptionRefusal =
  /** `SVC_API_KEY` holds none. */
  | "none_offered"
  /** The service does not accept it either. */
  | "not_accepted"
  /** It may not list keys or read verifications. */
  | "not_permitted"
  /** It does not read what our key read, or reads it as another account's. */
  | "other_account"
  /** Nothing is known yet that it could read: an admin has to confirm that it is of our account. */
  | "unconfirmed"
  /** The service could not be asked; it may be again. */
  | "service_unavailable";

/** What POST `/api/api-keys/current` answers; `unneeded`: the stored key works, or the service does not say otherwise. */
export type Adoption =
  | { outcome: "unneeded" }
  | { outcome: "adopted" }
  | { outcome: "refused"; reason: AdoptionRefusal };
