import type { ChildProcess } from "node:child_process";
import { AggregatorRegistry, type Registry } from "prom-client";
import { z } from "zod";
import { METRICS_QUESTION } from "#lib/platform/server/base/liveness.ts";
import { gauge, readRegistry } from "#lib/platform/server/base/metrics.ts";

/** A process without an answer in this time is left out; monitoring waits ten seconds for all of them together. */
const TIMEOUT_MS = 2_000;

const up = gauge("cotejo_process_up", "1 where this process of the launcher answers, else 0.", ["process"]);

const label = z.union([z.string(), z.number()]);
const metrics = z.array(
  z.looseObject({
    name: z.string(),
    // Infinite and NaN numbers, which JSON lacks, are null.
    values: z.array(
      z.looseObject({ value: z.union([z.number(), z.nan(), z.null()]), labels: z.record(z.string(), label) }),
    ),
  }),
);
const answer = z.object({ metrics });

/** The metrics of the launcher and of its processes, each with its name in the label `process`. */
export async function readAllMetrics(children: ReadonlyMap<string, ChildProcess>): Promise<Registry> {
  const read = [];
  for (const [name, child] of children) {
    const reported = await ask(child);
    up.set({ process: name }, reported ? 1 : 0);
    if (reported) read.push(withProcessLabel(name, reported));
  }
  const own = await readRegistry();
  read.push(withProcessLabel("launcher", metrics.parse(await own.getMetricsAsJSON())));
  return AggregatorRegistry.aggregate(read);
}

function ask(child: ChildProcess): Promise<z.output<typeof metrics> | null> {
  return new Promise((resolve) => {
    const settle = (reported: z.output<typeof metrics> | null) => {
      clearTimeout(timer);
      child.off("message", listen);
      child.off("exit", leave);
      resolve(reported);
    };
    const listen = (message: unknown) => {
      const said = answer.safeParse(message).data;
      if (said) settle(said.metrics);
    };
    const leave = () => settle(null);
    const timer = setTimeout(leave, TIMEOUT_MS);
    child.on("message", listen).once("exit", leave);
    if (child.connected) child.send(METRICS_QUESTION, (error) => error && leave());
    else leave();
  });
}

/** Adds the process as a label. No two processes share a label, so that each sum has one addend. */
const withProcessLabel = (process: string, reported: z.output<typeof metrics>) =>
  reported.map((metric) => ({
    ...metric,
    aggregator: "sum",
    values: metric.values.map(({ value, labels, ...rest }) => ({
      ...rest,
      value: value ?? Number.NaN,
      labels: { process, ...labels },
    })),
  }));
