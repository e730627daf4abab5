import { type LiveJob, measureLiveDelay } from "./live.ts";
import { measureThroughput, type ThroughputJob } from "./throughput.ts";

export type Job = ({ kind: "throughput" } & ThroughputJob) | ({ kind: "live" } & LiveJob);

// A process of its own, so that the generator's cost is not charged to the measuring process.
process.on("message", async (job: Job) => {
  try {
    const result = job.kind === "throughput" ? await measureThroughput(job) : await measureLiveDelay(job);
    process.send?.({ result });
  } catch (error) {
    process.send?.({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
