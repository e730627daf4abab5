/** Keys of the event explorer: apart from its queries, since news concern them on every page. */
export const deliveryKeys = {
  all: ["deliveries"] as const,
  lists: () => [...deliveryKeys.all, "list"] as const,
  retryable: () => [...deliveryKeys.all, "retryable"] as const,
  details: () => [...deliveryKeys.all, "detail"] as const,
  detail: (id: number) => [...deliveryKeys.details(), id] as const,
};
