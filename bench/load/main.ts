import { type LiveJob, measureLiveDelay } from "./live.ts";
import { measureThroughput, type ThroughputJob } from "./throughput.ts";

export type Job = ({ kind: "throughput" } & ThroughputJob) | ({ kind: "live" } & LiveJob);

// The generator is a process of its own: what it costs must not be charged to the process that measures.
process.on("message", async (job: Job) => {
  try {
    const result = job.kind === "throughput" ? await measureThroughput(job) : await measureLiveDelay(job);
    process.send?.({ result });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
