import { parseArgs } from "node:util";
import { z } from "zod";

export const DRILLS = ["upgrade", "restore", "failover", "package"] as const;

const shape = z.object({
  drill: z.enum(DRILLS, { error: `name one of ${DRILLS.join(", ")}` }),
  /** Deliveries per second. */
  perSecond: z.coerce.number().min(1).max(1_000).optional(),
  /** The duration of the deliveries in each step. */
  seconds: z.coerce.number().min(1).max(600).default(10),
});

type Parsed = Omit<z.output<typeof shape>, "perSecond"> & { perSecond: number };

export type Options = Omit<Parsed, "drill">;

/** Reads `NAME [--per-second n] [--seconds n]`. Throws an Error with the mistake in one line. */
export function readOptions(args: string[]): Parsed {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "per-second": { type: "string" }, seconds: { type: "string" } },
  });
  const parsed = shape.safeParse({ drill: positionals[0], perSecond: values["per-second"], seconds: values.seconds });
  if (parsed.success) {
    const { perSecond = parsed.data.drill === "failover" ? 200 : 100 } = parsed.data;
    return { ...parsed.data, perSecond };
  }
  const issue = parsed.error.issues[0];
  throw new Error(`${issue?.path.join(".")}: ${issue?.message}`);
}
