import { z } from 'zod';

/** The used part of the output of `scripts/commands/seed.ts --json`. */
const seedSchema = z.object({
  people: z.array(z.object({ email: z.string(), password: z.string() })),
  clients: z.array(
    z.object({
      name: z.string(),
      client_id: z.string(),
      client_secret: z.string().nullish(),
      redirect_uris: z.array(z.string()),
    }),
  ),
});

export type Seed = z.infer<typeof seedSchema>;

export function readSeed(output: string): Seed {
  return seedSchema.parse(JSON.parse(output));
}
