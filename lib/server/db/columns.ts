import { type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";
import { type Instant, parseInstant } from "#lib/contract/time.ts";

/** `timestamptz` as a canonical instant, microseconds kept: a JavaScript Date would cut them and invent ties. */
export const instant = customType<{ data: Instant; driverData: string }>({
  dataType: () => "timestamptz",
  fromDriver: (value) => {
    const parsed = parseInstant(String(value));
    if (!parsed) throw new RangeError("the database returned a time outside the years 0001–9999");
    return parsed;
  },
});

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Text in code-point order whatever the database's locale: ids are locked and paged in one order everywhere. */
export const id = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "C"' });

export const now: SQL = sql`now()`;
