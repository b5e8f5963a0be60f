/** How much room there is: a wide screen, a phone upright, or a phone lying on its side. */
export type Layout = 'wide' | 'phone' | 'lying';

const lying = '(max-height: 520px) and (min-width: 561px)';
const narrow = '(max-width: 900px)';

const queries = typeof matchMedia === 'function' ? [matchMedia(lying), matchMedia(narrow)] : [];
const measure = (): Layout => (queries[0]?.matches ? 'lying' : queries[1]?.matches ? 'phone' : 'wide');
const room = $state({ layout: measure() });
for (const query of queries) query.addEventListener('change', () => (room.layout = measure()));

export const layout = () => room.layout;
