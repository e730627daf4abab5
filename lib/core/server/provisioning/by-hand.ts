import { afterMove, FLOW_STEPS, type FlowByHand, type FlowMove } from "#lib/core/contract/provisioning/flow.ts";
import type { Reveal } from "#lib/core/contract/secrets/secret.ts";
import { forgetReveals } from "#lib/core/server/vault/reveals.ts";
import { notFound } from "#lib/platform/server/base/errors.ts";
import type { AdvisoryLock } from "#lib/platform/server/db/advisory-lock.ts";
import { type Client, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { clearLeftovers } from "./create-once.ts";
import { withLock } from "./lock.ts";
import { advance, type Flow, type FlowChange, Overtaken } from "./record.ts";
import { deleteIfThere, type Resource } from "./resource.ts";

type Kind = "key_elsewhere" | "webhook";

/** The parts of a flow driven by users in which keys and webhooks differ. */
export type ManualFlow<Of extends Kind, Entry, Input, Created> = {
  lock: AdvisoryLock;
  resource: Resource<Entry, Input>;
  secrets: Reveal["kind"];
  /** Null if no flow is in progress. */
  load(): Promise<Flow<Of> | null>;
  movesOf(flow: Flow<Of>): FlowByHand;
  /** Creates the new key or webhook and advances the flow; null if the outcome of the creation is unknown. */
  create(flow: Flow<Of>): Promise<Created | null>;
  /** Throws if the next move cannot be made at this moment. */
  check: { [Move in FlowMove]?: (flow: Flow<Of>) => Promise<unknown> };
  /** Runs after the service has deleted the old key or webhook. */
  deleted?(flow: Flow<Of>): Promise<unknown>;
  /** Runs in the transaction of the switch. */
  switchTo?(client: Client, flow: Flow<Of>): Promise<unknown>;
  /** Runs in the transaction that deletes the secret of the key or webhook with this id. */
  retire?(client: Client, flow: Flow<Of>, id: string): Promise<unknown>;
};

/**
 * Makes a move, and returns the new key or webhook if the move creates it. Throws NOT_FOUND without a flow in progress,
 * CONFLICT if another move is next, and ServiceError. A retry continues from the state of the flow.
 */
export function makeMove<Of extends Kind, Entry, Input, Created>(
  context: Pooled,
  move: FlowMove,
  { lock, load, resource, secrets, movesOf, check, ...own }: ManualFlow<Of, Entry, Input, Created>,
): Promise<Created | null> {
  const { pool } = context;
  const leadsTo = (flow: Flow<Of>) => afterMove(movesOf(flow), flow.state, move) as Flow<Of>["state"];
  /** Deletes a key or webhook at the service, then its secret in the transaction that advances the flow. */
  async function remove(flow: Flow<Of>, id: string, change: FlowChange<Of>): Promise<Flow<Of>> {
    await deleteIfThere(resource, id);
    if (id === flow.old_id) await own.deleted?.(flow);
    return inTransaction(pool, async (client) => {
      await forgetReveals(client, secrets, id);
      await own.retire?.(client, flow, id);
      return advance(client, flow, change);
    });
  }
  /** A move that deletes nothing at the service. */
  async function note(flow: Flow<Of>): Promise<null> {
    await inTransaction(pool, async (client) => {
      if (move === "switched") await own.switchTo?.(client, flow);
      await advance(client, flow, { state: leadsTo(flow) });
    });
    return null;
  }
  const steps: Record<FlowMove, (flow: Flow<Of>) => Promise<Created | null>> = {
    async create(flow) {
      if (flow.new_id === null) return own.create(flow);
      const [state] = FLOW_STEPS[flow.kind];
      return own.create(await remove(flow, flow.new_id, { state, new_id: null }));
    },
    stored: note,
    switched: note,
    not_switched: note,
    async finish(flow) {
      await remove(flow, flow.old_id, { state: leadsTo(flow) });
      return null;
    },
    /** Leftovers that only an admin can identify stay. */
    async give_up(flow) {
      if (!(await clearLeftovers(context, resource, flow.id))) return null;
      if (flow.new_id === null) return note(flow);
      await remove(flow, flow.new_id, { state: leadsTo(flow) });
      return null;
    },
  };
  return withLock(pool, lock, async () => {
    const flow = await load();
    if (!flow) throw notFound("This flow");
    if (leadsTo(flow) === null) throw new Overtaken();
    await check[move]?.(flow);
    return steps[move](flow);
  });
}
