// Shows the description of the interface; everything comes from this server.

const make = (tag, text, children = []) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
};

const name = (ref) => ref.split('/').pop();

/** A schema in one line, with links to those that have a name. */
function brief(schema) {
  if (!schema) return [document.createTextNode('nothing')];
  if (schema.$ref) {
    const link = make('a', name(schema.$ref));
    link.href = `#${name(schema.$ref)}`;
    return [link];
  }
  if (schema.type === 'array') return [document.createTextNode('list of '), ...brief(schema.items)];
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices) return choices.flatMap((one, n) => (n ? [document.createTextNode(' | '), ...brief(one)] : brief(one)));
  if (schema.enum) return [make('code', schema.enum.map((value) => JSON.stringify(value)).join(' | '))];
  if (schema.type === 'object' && schema.properties) return [fields(schema)];
  return [make('code', [schema.type].flat().join(' | ') || 'anything')];
}

function fields(schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([key, value]) => {
    const optional = schema.required?.includes(key) ? '' : '?';
    return make('tr', undefined, [
      make('td', undefined, [make('code', key + optional)]),
      make('td', undefined, brief(value)),
      make('td', value.description ?? ''),
    ]);
  });
  return make('table', undefined, [make('tbody', undefined, rows)]);
}

function operation(method, path, what) {
  const head = make('summary', undefined, [
    Object.assign(make('span', method.toUpperCase()), { className: 'method' }),
    make('code', path),
    document.createTextNode(` ${what.summary ?? ''}`),
  ]);
  const rows = (what.parameters ?? []).map((parameter) =>
    make('tr', undefined, [
      make('td', undefined, [make('code', parameter.name)]),
      make('td', parameter.in),
      make('td', parameter.description ?? ''),
    ]),
  );
  const body = Object.values(what.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(what.responses ?? {}).map(([status, answer]) =>
    make('p', `${status}: `, brief(Object.values(answer.content ?? {})[0]?.schema)),
  );
  const details = make('details', undefined, [head]);
  if (what.description) details.append(make('p', what.description));
  if (rows.length) details.append(make('table', undefined, [make('tbody', undefined, rows)]));
  if (body) details.append(make('p', 'Send: ', brief(body)));
  details.append(...answers);
  return details;
}

function show(api) {
  document.querySelector('#about').textContent = api.info.description;
  const groups = new Map();
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, what] of Object.entries(methods)) {
      const tag = what.tags?.[0] ?? 'other';
      if (!groups.has(tag)) groups.set(tag, []);
      groups.get(tag).push(operation(method, path, what));
    }
  }
  const all = [...groups].flatMap(([tag, operations]) => [make('h2', tag), ...operations]);
  all.push(make('h2', 'types'));
  for (const [key, schema] of Object.entries(api.components?.schemas ?? {})) {
    const details = make('details', undefined, [make('summary', undefined, [make('code', key)])]);
    details.id = key;
    if (schema.description) details.append(make('p', schema.description));
    details.append(make('div', undefined, brief(schema)));
    all.push(details);
  }
  document.querySelector('#all').replaceChildren(...all);
}

const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target) target.open = true;
  target?.scrollIntoView();
};
addEventListener('hashchange', open);

try {
  show(await (await fetch('/api/openapi.json')).json());
  open();
} catch (error) {
  document.querySelector('#all').textContent = `The description cannot be read: ${error}`;
}
