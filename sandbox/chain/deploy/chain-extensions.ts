import { visionExtension } from '../vision/deploy-vision.ts';
import type { ChainExtension } from './chain-extension.ts';

/** The extensions in the order of their deployment, which determines their addresses. */
export const chainExtensions: readonly ChainExtension[] = [visionExtension];
