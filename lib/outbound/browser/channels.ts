import type { Channel } from "#lib/outbound/contract/channels/channel.ts";
import type { ChannelChange } from "#lib/outbound/contract/channels/channel-input.ts";
import { api, queryOf } from "#lib/platform/browser/api.ts";

export const channelKeys = {
  all: ["channels"] as const,
  list: () => ["channels", "list"] as const,
};

const BUSY_POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;

/** Messages of a paused channel wait for an admin. */
const isSending = ({ waiting, paused }: Channel): boolean => waiting > 0 && !paused;

export const channelsOptions = () =>
  queryOf(channelKeys.list(), "GET /api/channels", {
    refetchInterval: ({ state }) => (state.data?.items.some(isSending) ? BUSY_POLL_MS : IDLE_POLL_MS),
  });

export const sendingsOptions = ({ channel_id: id, paused }: Channel) =>
  queryOf([...channelKeys.all, "sendings", id], "GET /api/channels/{channel_id}/sendings", {
    params: { channel_id: id },
    refetchInterval: ({ state }) =>
      !paused && state.data?.items.some((sending) => sending.state === "pending") ? BUSY_POLL_MS : IDLE_POLL_MS,
  });

export const changeChannel = ({ id, change }: { id: string; change: ChannelChange }) =>
  api("PATCH /api/channels/{channel_id}", { params: { channel_id: id }, body: change });
