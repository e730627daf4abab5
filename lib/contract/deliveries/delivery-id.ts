import { z } from "zod";

/** The id of a delivery in a path: a positive whole number that a number holds exactly. */
export const deliveryParams = z.object({
  delivery_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});
