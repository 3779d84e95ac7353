import { visionExtension } from '../vision/deploy-vision.ts';
import type { ChainExtension } from './chain-extension.ts';

/** The contracts beside the core ones, in the order of their deployment, on which their addresses depend. */
export const chainExtensions: readonly ChainExtension[] = [visionExtension];
