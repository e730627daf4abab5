import type { Socket } from "node:net";

export type Bounds = {
  maxConnections: number;
  /** The part of `maxConnections` for peers with a reserve. */
  reserve: number;
  maxPerNetwork: number;
};

export type Peer = {
  /**
   * Connections of one network share `maxPerNetwork`; null for a peer with many clients, such as a proxy, whose connections
   * count for the client of their request.
   */
  network: string | null;
  reserved: boolean;
};

type Connection = Peer & {
  requests: number;
  /** The connection is never closed in favour of another. */
  kept: boolean;
  /** The peer has many clients. */
  shared: boolean;
};

/** Connections, the longest inactive first; `idle` ones may be closed for a new connection. */
type Group = { all: Set<Socket>; idle: Set<Socket> };

const newGroup = (): Group => ({ all: new Set(), idle: new Set() });

/**
 * Tracks the connections of a server and closes one when there are too many: the longest idle connection, else a connection
 * whose client does not read its answer, never a kept connection. The cost grows with their number only where none is idle.
 */
export function createConnections({ maxConnections, reserve, maxPerNetwork }: Bounds) {
  const known = new Map<Socket, Connection>();
  let unused = new Set<Socket>();
  const everybody = newGroup();
  const networks = new Map<string, Group>();

  /** A reserved connection is closed only for a new connection of its network. */
  const groupsOf = ({ network, reserved }: Peer): Group[] => {
    const groups = reserved ? [] : [everybody];
    if (network === null) return groups;
    const group = networks.get(network) ?? newGroup();
    networks.set(network, group);
    return [...groups, group];
  };
  const place = (socket: Socket, connection: Connection) => {
    for (const { all, idle } of groupsOf(connection)) {
      all.delete(socket);
      all.add(socket);
      idle.delete(socket);
      if (!connection.kept && connection.requests === 0) idle.add(socket);
    }
  };
  const leaveGroups = (socket: Socket, connection: Connection) => {
    const { network } = connection;
    for (const { all, idle } of groupsOf(connection)) {
      all.delete(socket);
      idle.delete(socket);
    }
    if (network !== null && networks.get(network)?.all.size === 0) networks.delete(network);
  };
  const remove = (socket: Socket) => {
    const connection = known.get(socket);
    if (!connection) return;
    known.delete(socket);
    leaveGroups(socket, connection);
  };
  const change = (socket: Socket, how: Partial<Connection>) => {
    const connection = known.get(socket);
    if (connection) place(socket, Object.assign(connection, how));
  };
  const unread = ({ all }: Group): Socket | undefined => {
    for (const socket of all) if (socket.writableLength > 0 && known.get(socket)?.kept === false) return socket;
    return undefined;
  };
  /** Closes a connection of the group for a new one; false if all are busy. */
  const makeRoom = (group: Group): boolean => {
    const socket = group.idle.values().next().value ?? unread(group);
    if (!socket) return false;
    remove(socket);
    socket.destroy();
    return true;
  };

  const hasRoom = (network: string | null): boolean => {
    const group = network === null ? undefined : networks.get(network);
    return group === undefined || group.all.size < maxPerNetwork || makeRoom(group);
  };

  return {
    /** Accepts a new connection, or closes it without room. */
    admit(socket: Socket, peer: Peer): boolean {
      const isFull = () =>
        known.size >= maxConnections || (!peer.reserved && everybody.all.size >= maxConnections - reserve);
      if (!hasRoom(peer.network) || (isFull() && !makeRoom(everybody))) {
        socket.destroy();
        return false;
      }
      const connection = { ...peer, requests: 0, kept: false, shared: peer.network === null };
      known.set(socket, connection);
      place(socket, connection);
      socket.once("close", () => remove(socket));
      return true;
    },
    /**
     * A request begins and ends `kept`, which its handler may set: a proxy sends many requests by one connection. `clientOf`
     * has the network of its client. Returns false if that network has its share of the connections already.
     */
    begin(socket: Socket, clientOf: () => string | null): boolean {
      const connection = known.get(socket);
      if (!connection) return true;
      const client = connection.shared && connection.requests === 0 ? clientOf() : null;
      const fits = hasRoom(client);
      change(socket, {
        requests: connection.requests + 1,
        kept: false,
        ...(client !== null && fits && { network: client }),
      });
      return fits;
    },
    end(socket: Socket): void {
      const connection = known.get(socket);
      if (!connection) return;
      const requests = connection.requests - 1;
      if (connection.shared && requests === 0) {
        leaveGroups(socket, connection);
        connection.network = null;
      }
      change(socket, { requests });
    },
    keep: (socket: Socket): void => change(socket, { kept: true }),
    isBusy: (socket: Socket): boolean => (known.get(socket)?.requests ?? 0) > 0,
    /** Ends all connections, including upgraded ones. */
    endAll(): void {
      for (const socket of known.keys()) socket.destroy();
    },
    /**
     * Ends connections that had sent no byte at this call and at the previous one; browsers open such connections in
     * advance. Bytes that had arrived by the previous call have been read since.
     */
    endUnused(): void {
      const now = [...known.keys()].filter((socket) => socket.bytesRead === 0);
      for (const socket of now) if (unused.has(socket)) socket.destroy();
      unused = new Set(now);
    },
    size: (): number => known.size,
  };
}
