import { messageParts, type PublicMessages } from '../../upstreams/index.ts';

const { count, hex, time } = messageParts;

/** Error messages of the upstreams of this domain that clients may see. */
export const visionPublicMessages: PublicMessages = {
  parameters: [
    ...['player', 'batch_id', 'batch id', 'tick_id', 'tick id', 'config hash', 'bitmap_hex'],
    ...['expected_hash', 'ticks', 'endpoint'],
  ],
  things: ['batch', 'market', 'player', 'source'],
  messages: [
    // Sealed ticks.
    `(?:Reveal window (?:has )?not (?:yet )?expired(?: yet)?|Tick ${count} is not resolved yet|sealed)(?:[.;:,]? (?:Deadline|opens at):? ${time}(?:, now: ${time})?)?`,
    `(?:opens at|deadline):? ${time}`,
    // Batches, players, bitmaps.
    `Batch(?:_id)?(?: ${count})? (?:is )?(?:not found|does not exist|unknown)`,
    `Batch(?: ${count})? has no markets(?: configured)?`,
    `Player not found(?:: ${hex} not found in batch ${count})?`,
    `Player ${hex} not found(?: in batch ${count})?`,
    'Hash mismatch(?:: expected_hash is not (?:the on-chain commitment|keccak256 of the bitmap))?',
    '(?:Invalid|bad) hex(?: encoding)?(?: in bitmap_hex)?(?:: 0x and whole bytes expected)?',
    `Bitmap too short(?:: (?:expected )?${count}(?: bytes)?(?:, got ${count}(?: bytes)?)?)?`,
    `bitmap_hex is longer than ${count} bytes`,
    'bitmap_hex must be a string',
    'config not found',
  ],
};
