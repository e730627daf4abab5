"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { connectLive, type LiveState } from "#lib/browser/live.ts";
import { askAgain, paced } from "#lib/browser/query-client.ts";
import { concernedKeys, erasedKeys } from "#lib/browser/query-keys.ts";
import type { LiveMessage } from "#lib/contract/verifications/activity.ts";

const LiveContext = createContext<LiveState>("connecting");

/** Whether news arrive at this moment. */
export const useLiveState = (): LiveState => useContext(LiveContext);

/**
 * Turns live messages into queries asked again (design §4, Live). There is no cursor: a stream that has just opened may
 * have missed anything, so everything shown is asked again.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => {
    const hear = paced<LiveMessage>((messages) =>
      Promise.all([
        // What was erased is not shown until it is known to be gone: it goes from the screen first.
        ...erasedKeys(messages).map((queryKey) => client.resetQueries({ queryKey })),
        ...concernedKeys(messages).map((queryKey) => askAgain(client, queryKey)),
      ]),
    );
    return connectLive((news) => {
      if (news.type === "state") setState(news.state);
      else if (news.type === "hello") void askAgain(client, []);
      else hear(news.messages);
    });
  }, [client]);
  return <LiveContext value={state}>{children}</LiveContext>;
}
