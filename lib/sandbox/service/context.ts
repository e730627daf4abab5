import type { Faults } from "#lib/sandbox/http/faults.ts";
import type { ApiKey } from "#lib/sandbox/store/api-keys.ts";
import type { Pool } from "#lib/sandbox/store/database.ts";

/** What every process-wide part of the sandbox shares. */
export type World = {
  pool: Pool;
  timeScale: number;
  faults: Faults;
  /** Where the sandbox is reached, without a trailing slash. */
  baseUrl: () => string;
};

/** A call of the service's interface, authenticated. */
export type ServiceCall = World & {
  key: ApiKey;
  /** The request's JSON body. */
  body: () => Promise<unknown>;
};
