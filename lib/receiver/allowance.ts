const KIB = 1024;
const MIB = 1024 * KIB;

/** The maximum bytes of all bodies that are received or stored at a time, by sender and size. */
export type Limits = { service: number; small: number; large: number };

export const LIMITS: Limits = { service: 32 * MIB, small: 32 * MIB, large: 64 * MIB };

/** The limit of a small body. Deliveries are a few kilobytes, and larger bodies never delay them. */
export const SMALL_BODY = 64 * KIB;

export type Owner = {
  /** Indistinguishable sources share a key. */
  key: string;
  /** An address of the service, for which a part is reserved. */
  ofService: boolean;
};

export type Room = {
  /** Reports the actual size, if it is smaller. */
  shrink(bytes: number): void;
  release(): void;
};

type WaitingBody = { owner: string; bytes: number; grant: (room: Room) => void };

/**
 * Shares the memory of bodies fairly by source. A body is read once all of it has room; until then it waits in the
 * sender's own buffers, and the source with the fewest bytes is next. So no sender is excluded by bodies of others.
 */
export function createAllowance(limits: Limits = LIMITS): {
  /**
   * Calls `grant` once there is room for this number of bytes, possibly at once. Returns a function that cancels the
   * wait.
   */
  take(owner: Owner, bytes: number, grant: (room: Room) => void): () => void;
  held(): number;
} {
  const parts = {
    service: createPart(limits.service),
    small: createPart(limits.small),
    large: createPart(limits.large),
  };
  const partOf = ({ ofService }: Owner, bytes: number) =>
    ofService ? parts.service : bytes <= SMALL_BODY ? parts.small : parts.large;
  return {
    take: (owner, bytes, grant) => partOf(owner, bytes).take({ owner: owner.key, bytes, grant }),
    held: () => parts.service.held() + parts.small.held() + parts.large.held(),
  };
}

function createPart(limit: number) {
  const heldBy = new Map<string, number>();
  /** Waiting bodies by source, each in the order of arrival. */
  const waiting = new Map<string, Set<WaitingBody>>();
  let total = 0;

  const change = (owner: string, bytes: number) => {
    total += bytes;
    const held = (heldBy.get(owner) ?? 0) + bytes;
    if (held === 0) heldBy.delete(owner);
    else heldBy.set(owner, held);
  };

  const next = (): WaitingBody | undefined => {
    let least: Set<WaitingBody> | undefined;
    let leastHeld = Number.POSITIVE_INFINITY;
    for (const [owner, queue] of waiting) {
      const held = heldBy.get(owner) ?? 0;
      if (held < leastHeld) [least, leastHeld] = [queue, held];
    }
    return least?.values().next().value;
  };

  const leave = (one: WaitingBody) => {
    const queue = waiting.get(one.owner);
    queue?.delete(one);
    if (queue?.size === 0) waiting.delete(one.owner);
  };

  const roomFor = ({ owner, bytes }: WaitingBody): Room => {
    let kept = bytes;
    const keep = (bytes: number) => {
      change(owner, bytes - kept);
      kept = bytes;
      serve();
    };
    change(owner, bytes);
    return { shrink: (bytes) => keep(Math.min(bytes, kept)), release: () => keep(0) };
  };

  /** In order of arrival: otherwise a large body could wait for ever. */
  const serve = () => {
    for (let one = next(); one && total + one.bytes <= limit; one = next()) {
      leave(one);
      one.grant(roomFor(one));
    }
  };

  return {
    take: (one: WaitingBody): (() => void) => {
      const queue = waiting.get(one.owner) ?? new Set();
      waiting.set(one.owner, queue.add(one));
      serve();
      return () => {
        leave(one);
        serve();
      };
    },
    held: () => total,
  };
}
