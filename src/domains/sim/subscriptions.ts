import type { Resolvers } from '../../../generated/graphql/resolvers.ts';
import { memoizeOnObject } from '../../lib/memoize-on-object.ts';
import { isCalendarDay } from '../../lib/parse.ts';
import { mapEvents } from '../../streaming/map-events.ts';
import { runFromResult, runFromVariant } from './graphql-parents.ts';
import type { SimContext } from './loaders.ts';
import {
  parseRunInput,
  parseSweepInput,
  simRestToGraphQLTranslator,
} from './parameters/graphql-input.ts';
import { createReceivedVariantFilter, createRunResumeTracker } from './resume-stream.ts';
import type { PublicRunEvent, PublicSweepEvent } from './run-simulation.ts';
import type { ProgressEvent, VariantPosition } from './schema.ts';
import { type ErrorEvent, errorEventCauseKey, type VariantDoneEvent } from './simulation-events.ts';

const toFailure = (failure: ErrorEvent) => ({
  __typename: 'SimulationFailure' as const,
  message: simRestToGraphQLTranslator.translate(failure.message),
  code: failure[errorEventCauseKey].code,
});

const toProgress = (event: ProgressEvent) => ({
  pct: event.pct,
  currentDate: isCalendarDay(event.current_date) ? event.current_date : null,
  totalDates: event.total_dates ?? null,
  text: event.message ?? null,
});

const toPosition = (event: VariantPosition) => ({
  variant: event.variant,
  index: event.variant_index,
  total: event.total_variants,
});

const toVariant = (event: VariantDoneEvent) => ({
  __typename: 'SweepVariant' as const,
  ...toPosition(event),
  run: runFromVariant(event),
});

function toRunEvent(event: PublicRunEvent) {
  switch (event.type) {
    case 'progress':
      return { __typename: 'SimulationProgress' as const, ...toProgress(event) };
    case 'result':
      return { __typename: 'SimulationResult' as const, run: runFromResult(event) };
    case 'error':
      return toFailure(event);
  }
}

function toSweepEvent(event: PublicSweepEvent) {
  switch (event.type) {
    case 'progress':
      return {
        __typename: 'SweepProgress' as const,
        ...toProgress(event),
        variant: event.variant ?? null,
        index: event.variant_index ?? null,
        total: event.total_variants ?? null,
      };
    case 'variant_done':
      return toVariant(event);
    case 'variant_error':
      return {
        __typename: 'SweepVariantFailure' as const,
        ...toPosition(event),
        message: simRestToGraphQLTranslator.translate(event.message),
      };
    case 'sweep_done':
      return {
        __typename: 'SweepDone' as const,
        totalVariants: event.total_variants,
        variants: event.simulations.map(toVariant),
      };
    case 'error':
      return toFailure(event);
  }
}

// Memoized on the event, so that all subscribers share the mapped object.
const showRun = memoizeOnObject((event: PublicRunEvent) => ({ simulation: toRunEvent(event) }));
const showSweep = memoizeOnObject((event: PublicSweepEvent) => ({ sweep: toSweepEvent(event) }));

/** The subscriptions for the events of runs and sweeps. */
export const simSubscriptions: Pick<Resolvers<SimContext>, 'Subscription'> = {
  Subscription: {
    simulation: {
      subscribe: (_root, args, context) =>
        simRestToGraphQLTranslator.translateErrors(async () => {
          const input = parseRunInput(args.input);
          const unseen = createRunResumeTracker(input, context.cursor);
          return mapEvents(await context.loaders.sim.openRun(input), (event) => {
            const fresh = unseen(event);
            return fresh && showRun(fresh);
          });
        }),
    },
    sweep: {
      subscribe: (_root, args, context) =>
        simRestToGraphQLTranslator.translateErrors(async () => {
          const input = parseSweepInput(args.input);
          const unseen = createReceivedVariantFilter(input, context.cursor);
          return mapEvents(await context.loaders.sim.openSweep(input), (event) => {
            const fresh = unseen(event);
            return fresh && showSweep(fresh);
          });
        }),
    },
  },
};
