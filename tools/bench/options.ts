import { parseArgs } from "node:util";
import { z } from "zod";

const shape = z.object({
  /** Seconds for each target's part of a round. */
  seconds: z.coerce.number().min(0.5).max(60).default(4),
  rounds: z.coerce.number().int().min(1).max(50).default(5),
  /** The duration of the soak. */
  minutes: z.coerce.number().min(0.5).max(600).default(10),
  /** `truth`: 20 verifications instead of 500; `backup`: 20,000 files, `sealing`: 50,000 entries, each instead of 1,000,000. */
  small: z.boolean().default(false),
  /** For `loop`. */
  decisions: z.coerce.number().int().min(10).max(100_000).default(10_000),
  /** For `siege`: the attacks whose name contains this, such as `receiver` or `half bodies`. */
  only: z.string().default(""),
  /** Seed of `truth`, from which verifications and delivery faults are drawn; random without one. */
  seed: z.coerce.number().int().min(0).max(4_294_967_295).optional(),
  /** For `page`: a commit whose pages are loaded in the same rounds. */
  against: z
    .string()
    .regex(/^[0-9a-f]{40}$/, "the whole name of a commit")
    .optional(),
});

export type Options = z.output<typeof shape>;

/** Reads benchmarks, all without a name, and their options. Throws an Error with the mistake in one line. */
export function readOptions<Name extends string>(args: string[], names: readonly Name[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(Object.keys(shape.shape).map((name) => [name, { type: "string" as const }])),
      small: { type: "boolean" },
    },
  });
  const parsed = shape.extend({ benchmarks: z.array(z.enum(names)) }).safeParse({ ...values, benchmarks: positionals });
  if (parsed.success) return { ...parsed.data, benchmarks: positionals.length > 0 ? parsed.data.benchmarks : names };
  const issue = parsed.error.issues[0];
  throw new Error(`${issue?.path.join(".")}: ${issue?.message}`);
}
