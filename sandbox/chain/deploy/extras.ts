import { visionExtra } from '../vision/deploy-vision.ts';
import type { ChainExtra } from './chain-extra.ts';

/** The contracts beside the core ones, in the order of their deployment, on which their addresses depend. */
export const deployExtras: readonly ChainExtra[] = [visionExtra];
