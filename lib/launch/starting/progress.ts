/** The steps of a start, in the order of the page. */
export type StepName = "database" | "service" | "story" | "build" | "dashboard";

/** The parts of Next's build that take longer than a moment. */
const STAGES = {
  compile: /Creating an optimized production build/,
  data: /Collecting page data/,
  pages: /Generating static pages/,
  finish: /Finalizing page optimization/,
};
type Stage = keyof typeof STAGES;

export type Step = {
  name: StepName;
  state: "waiting" | "running" | "done" | "failed";
  /** Seconds since the step began, until it ended. */
  seconds: number;
  /** The stage of a running build. */
  stage?: Stage | undefined;
};

/** Records how far a start is. `now` is a clock in milliseconds. */
export function createProgress(names: readonly StepName[], now = () => performance.now()) {
  const begun = new Map<StepName, { began: number; ended?: number; failed?: boolean }>();
  let stage: Stage | undefined;

  return {
    async during<Result>(name: StepName, work: () => Promise<Result>): Promise<Result> {
      const step: { began: number; ended?: number; failed?: boolean } = { began: now() };
      begun.set(name, step);
      try {
        return await work();
      } catch (error) {
        step.failed = true;
        throw error;
      } finally {
        step.ended = now();
      }
    },
    /** Takes a line that Next prints while it builds. */
    noteBuild(line: string): void {
      stage = (Object.keys(STAGES) as Stage[]).find((name) => STAGES[name].test(line)) ?? stage;
    },
    read: (): Step[] =>
      names.map((name) => {
        const step = begun.get(name);
        if (!step) return { name, state: "waiting", seconds: 0 };
        const { began, ended, failed } = step;
        const state = ended === undefined ? "running" : failed ? "failed" : "done";
        const seconds = Math.round(((ended ?? now()) - began) / 1000);
        return { name, state, seconds, ...(name === "build" && state === "running" && { stage }) };
      }),
  };
}

export type Progress = ReturnType<typeof createProgress>;
