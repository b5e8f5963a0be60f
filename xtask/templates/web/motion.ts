/** How long events take to show. */
import type { Happened } from '$quipu/generated/protocol';

export const duration = ({ event }: Happened): number => (event.kind === 'found' ? 900 : 480);
