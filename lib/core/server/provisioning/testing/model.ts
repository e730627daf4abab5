import fc from "fast-check";
import { expect } from "vitest";
import { FIRST_KILL, Killed, STRIDE } from "#tools/test/crash-after.ts";

type Fault = readonly [kind: string, status?: number | undefined];

/** The faults that every flow has to survive. */
export const ANY_FAULT = {
  kinds: [
    ["lost"],
    ["truncate"],
    ["html"],
    ["status", 500],
    ["status", 503],
    ["status", 403],
    ["status", 404],
    ["status", 409],
  ],
  methods: ["POST", "GET", "DELETE"],
} as const satisfies Model<never>["faults"];

/** A flow that creates a key or webhook, driven by users and workers on a service and database of its own. */
export type Model<Actor> = {
  /** Resets service and database. */
  begin(): Promise<void>;
  /** The actor: one of two processes; it dies after this number of operations. */
  actor(process: 0 | 1, operations?: number): Actor;
  actions: Record<string, (actor: Actor) => Promise<unknown>>;
  /** The action that a page offers first, or that the worker takes; null: the flow has ended. */
  next(): Promise<string | null>;
  /** The action that ends the flow; the model takes it at random only. */
  last?: string;
  /** Events outside the flow that may happen at any time. */
  events: Record<string, () => Promise<unknown>>;
  /** How the service may fail, and at which calls. */
  faults: { kinds: readonly Fault[]; methods: readonly string[]; path?: string };
  /** Minimum number of operations of a flow without faults. */
  operations: number;
  fault(fault: { kind: string; method: string; path?: string; status?: number; count: number }): Promise<unknown>;
  /** Ends all faults of the service. */
  heal(): Promise<unknown>;
  /** Whether this error is an allowed refusal of an action. */
  tolerates(error: unknown): boolean;
  /** Checks the invariants, which hold at every moment, after any kill. */
  expectSound(): Promise<void>;
  /** Resolves a refusal that an action may get from a healthy service. */
  unstick?(action: string, error: unknown): Promise<void>;
  /** Checks the final state, after any history; `killed`: process kills were the only fault. */
  expectEnd(killed: boolean): Promise<void>;
  /** Whether another flow may begin after the end. */
  again?: boolean;
  end(): Promise<void>;
};

/** A flow without faults ends within this number of actions. */
const MAX_ACTIONS = 20;

/** Takes the next action until the flow has ended. */
export async function runToEnd<Actor>(model: Model<Actor>, actor: Actor): Promise<void> {
  for (let actions = 0; actions < MAX_ACTIONS; actions += 1) {
    const action = await model.next();
    if (action === null) return;
    await take(model, action, actor);
  }
  expect.unreachable("the flow does not end");
}

const take = async <Actor>({ actions }: Model<Actor>, action: string, actor: Actor): Promise<unknown> =>
  (actions[action] ?? expect.unreachable(action))(actor);

/** The service works again and a user continues: the flow ends without leftovers, whatever happened before. */
export async function recover<Actor>(model: Model<Actor>, killed = false): Promise<void> {
  await model.heal();
  for (let actions = 0; actions < MAX_ACTIONS; actions += 1) {
    const action = await model.next();
    if (action === null) return model.expectEnd(killed);
    try {
      await take(model, action, model.actor(0));
    } catch (error) {
      if (!model.unstick) throw error;
      await model.unstick(action, error);
    }
    await model.expectSound();
  }
  expect.unreachable("the flow does not end");
}

/**
 * Kills a process at operations of the flow, in turn, and lets another process continue each time. `lost`: the answer
 * to the first POST is lost, so that its leftover must be found.
 */
export async function killThroughout<Actor>(model: Model<Actor>, lost: boolean): Promise<void> {
  // Kills before and after each operation count separately; a kill after an operation is a kill before the next.
  for (let operations = 2 * FIRST_KILL; ; operations += 2 * STRIDE) {
    await model.begin();
    if (lost) await faultOf(model, ["lost"], "POST", 1);
    const outcome = await runToEnd(model, model.actor(0, operations)).then(
      () => "ended",
      (error: unknown) => error,
    );
    await model.expectSound();
    await recover(model, true).catch((error: unknown) => {
      throw new Error(`killed after ${operations} operations`, { cause: error });
    });
    if (outcome === "ended") {
      expect(operations).toBeGreaterThan(model.operations);
      return;
    }
    expect(outcome).toBeInstanceOf(Killed);
  }
}

function faultOf<Actor>(
  { fault, faults: { path } }: Model<Actor>,
  [kind, status]: Fault,
  method: string,
  count: number,
) {
  return fault({ kind, method, count, ...(status ? { status } : {}), ...(path ? { path } : {}) });
}

type Command<Actor> = fc.AsyncCommand<object, Model<Actor>, true>;

/** Random actions, kills, events and faults. */
export function arbitraryCommands<Actor>(model: Model<Actor>) {
  const isUnderWay = async () => model.again || (await model.next()) !== null;
  const command = (name: string, act: () => Promise<unknown>): Command<Actor> => ({
    check: async () => true,
    toString: () => name,
    async run() {
      if (!(await isUnderWay())) return;
      await act();
      await model.expectSound();
    },
  });
  const attempt = (action: string, actor: Actor) =>
    take(model, action, actor).catch((error: unknown) => {
      if (!(error instanceof Killed || model.tolerates(error))) throw error;
    });
  const does = (action: string) => command(action, () => attempt(action, model.actor(0)));
  const bothDo = (action: string) =>
    command(`two at once: ${action}`, () =>
      Promise.all(([0, 1] as const).map((one) => attempt(action, model.actor(one)))),
    );
  const dies = (action: string, operations: number) =>
    command(`${action}, killed after ${operations} operations`, () => attempt(action, model.actor(0, operations)));
  /** Weighted so that most runs reach the later states of the flow. */
  const goOn = (both: boolean) =>
    command(`${both ? "both go" : "one goes"} on`, async () => {
      const action = await model.next();
      const able = both ? ([0, 1] as const) : ([0] as const);
      await Promise.all(able.map((one) => action && action !== model.last && attempt(action, model.actor(one))));
    });
  const fault = ([kind, status]: Fault, method: string, count: number) =>
    command(`${count} × ${method}: ${kind} ${status ?? ""}`, () => faultOf(model, [kind, status], method, count));
  const anyAction = fc.constantFrom(...Object.keys(model.actions));
  const count = fc.integer({ min: 1, max: 4 });
  const events = Object.entries(model.events).map(([name, act]) => fc.constant(command(name, act)));
  return fc.commands<object, Model<Actor>, true>(
    [
      fc.constant(goOn(false)),
      fc.constant(goOn(true)),
      anyAction.map(does),
      anyAction.map(bothDo),
      fc.tuple(anyAction, fc.integer({ min: 0, max: 70 })).map((given) => dies(...given)),
      // The request is done, and the answer is lost.
      fc.constantFrom(1, 2).map((times) => fault(["lost"], "POST", times)),
      // A 404 without any effect.
      fc.constantFrom(1, 2).map((times) => fault(["status", 404], "DELETE", times)),
      fc
        .tuple(fc.constantFrom(...model.faults.kinds), fc.constantFrom(...model.faults.methods), count)
        .map((given) => fault(...given)),
      ...events,
    ],
    { maxCommands: 18, size: "max" },
  );
}
