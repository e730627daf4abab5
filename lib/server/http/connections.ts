import type { Socket } from "node:net";

export type Bounds = {
  /** Connections in all. */
  most: number;
  /** Of these, what is kept for peers for which there is a reserve. */
  reserve: number;
  /** Of one network. */
  mostOfNetwork: number;
};

export type Peer = {
  /** Connections of one network are bounded together; null where the peer stands for many, as a proxy does. */
  network: string | null;
  /** It may take what is reserved. */
  reserved: boolean;
};

/** The state of one connection. */
type Connection = Peer & {
  /** Requests under way. */
  requests: number;
  /** It never gives way to another one. */
  kept: boolean;
};

/** Connections that give way to a further one, those first whose last step is the longest ago. */
type Group = { all: Set<Socket>; idle: Set<Socket> };

const newGroup = (): Group => ({ all: new Set(), idle: new Set() });

/**
 * Which connections a server has, and which of them gives way when there are too many: the longest idle one, else one that
 * does not read its answer, never one that was kept. Each costs the same however many there are, unless none is idle.
 */
export function createConnections({ most, reserve, mostOfNetwork }: Bounds) {
  const known = new Map<Socket, Connection>();
  const everybody = newGroup();
  const networks = new Map<string, Group>();

  /** One that has a reserve gives way to others of its network alone. */
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
  const remove = (socket: Socket) => {
    const connection = known.get(socket);
    if (!connection) return;
    known.delete(socket);
    const { network } = connection;
    for (const { all, idle } of groupsOf(connection)) {
      all.delete(socket);
      idle.delete(socket);
    }
    if (network !== null && networks.get(network)?.all.size === 0) networks.delete(network);
  };
  const change = (socket: Socket, how: Partial<Connection>) => {
    const connection = known.get(socket);
    if (connection) place(socket, Object.assign(connection, how));
  };
  const unread = ({ all }: Group): Socket | undefined => {
    for (const socket of all) if (socket.writableLength > 0 && known.get(socket)?.kept === false) return socket;
    return undefined;
  };
  /** Ends one of the group for another one; false where all of them are at work. */
  const makeRoom = (group: Group): boolean => {
    const socket = group.idle.values().next().value ?? unread(group);
    if (!socket) return false;
    remove(socket);
    socket.destroy();
    return true;
  };

  return {
    /** Takes a new connection, or ends it where there is room for no other. */
    admit(socket: Socket, peer: Peer): boolean {
      const isFull = () => known.size >= most || (!peer.reserved && everybody.all.size >= most - reserve);
      const ofNetwork = peer.network === null ? undefined : networks.get(peer.network);
      const fits =
        (ofNetwork === undefined || ofNetwork.all.size < mostOfNetwork || makeRoom(ofNetwork)) &&
        (!isFull() || makeRoom(everybody));
      if (!fits) {
        socket.destroy();
        return false;
      }
      const connection = { ...peer, requests: 0, kept: false };
      known.set(socket, connection);
      place(socket, connection);
      socket.once("close", () => remove(socket));
      return true;
    },
    /** A request begins. Whether the connection is kept is known by its last request: that of a proxy serves many. */
    begin(socket: Socket): void {
      const connection = known.get(socket);
      if (connection) change(socket, { requests: connection.requests + 1, kept: false });
    },
    end(socket: Socket): void {
      const connection = known.get(socket);
      if (connection) change(socket, { requests: connection.requests - 1 });
    },
    keep: (socket: Socket): void => change(socket, { kept: true }),
    /** Whether a request of it is under way. */
    isBusy: (socket: Socket): boolean => (known.get(socket)?.requests ?? 0) > 0,
    /** Ends all of them, also those that are no longer HTTP. */
    endAll(): void {
      for (const socket of known.keys()) socket.destroy();
    },
    size: (): number => known.size,
  };
}
