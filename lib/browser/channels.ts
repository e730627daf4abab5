import type {
  Channel,
  ChannelList,
  CreatedChannel,
  ReplacedSecret,
  SendingList,
} from "#lib/contract/channels/channel.ts";
import type { ChannelChange, NewChannel } from "#lib/contract/channels/channel-input.ts";
import { patch, post, queryOf, remove } from "./api.ts";

export const channelKeys = {
  all: ["channels"] as const,
  list: () => ["channels", "list"] as const,
};

const BUSY_POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;

const addressOf = (id: string): string => `/api/channels/${id}`;

/** Messages of a paused channel wait for an admin. */
const isSending = ({ waiting, paused }: Channel): boolean => waiting > 0 && !paused;

export const channelsOptions = () =>
  queryOf<ChannelList>(channelKeys.list(), "/api/channels", {
    refetchInterval: ({ state }) => (state.data?.items.some(isSending) ? BUSY_POLL_MS : IDLE_POLL_MS),
  });

export const sendingsOptions = ({ channel_id: id, paused }: Channel) =>
  queryOf<SendingList>([...channelKeys.all, "sendings", id], `${addressOf(id)}/sendings`, {
    refetchInterval: ({ state }) =>
      !paused && state.data?.items.some((sending) => sending.state === "pending") ? BUSY_POLL_MS : IDLE_POLL_MS,
  });

export const createChannel = (fields: NewChannel) => post<CreatedChannel>("/api/channels", fields);

export const changeChannel = ({ id, change }: { id: string; change: ChannelChange }) =>
  patch<Channel>(addressOf(id), change);

export const deleteChannel = (id: string): Promise<void> => remove(addressOf(id));

export const testChannel = (id: string) => post<{ sending_id: number }>(`${addressOf(id)}/test`);

export const replaceChannelSecret = (id: string) => post<ReplacedSecret>(`${addressOf(id)}/secret`);

/** Sends one failed message of a channel again, or all of them. */
export const sendAgain = ({ id, sending }: { id: string; sending: number | "all" }): Promise<unknown> =>
  post(`${addressOf(id)}/sendings${sending === "all" ? "" : `/${sending}`}/retry`);
