import {
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type TypeNode,
  typeFromAST,
} from 'graphql';
import { type ClientOperation, groupByNamespace } from './client-operations.ts';

const scalars: Readonly<Record<string, string>> = {
  Int: 'int',
  Float: 'float',
  Boolean: 'bool',
  UnixSeconds: 'int',
};

const snakeCase = (name: string) =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
const pascalCase = (name: string) => name.replace(/^./, (first) => first.toUpperCase());

/** Declares the types of results and inputs as they are met. */
function createDeclarations(schema: GraphQLSchema) {
  const declared = new Map<string, string>();

  function typeName(type: GraphQLType, nameLeaf: (named: GraphQLType) => string): string {
    if (isNonNullType(type)) return inner(type.ofType, nameLeaf);
    return `Optional[${inner(type, nameLeaf)}]`;
  }
  const inner = (type: GraphQLType, nameLeaf: (named: GraphQLType) => string): string =>
    isListType(type) ? `List[${typeName(type.ofType, nameLeaf)}]` : nameLeaf(type);

  function leafName(type: GraphQLType): string {
    if (isEnumType(type)) {
      const values = type.getValues().map(({ name }) => `"${name}"`);
      declared.set(type.name, `${type.name} = Literal[${values.join(', ')}]`);
      return type.name;
    }
    return scalars[getNamedType(type).name] ?? 'str';
  }

  function inputName(type: GraphQLType): string {
    if (!isInputObjectType(type)) return leafName(type);
    const fields = Object.values(type.getFields()).map((field) => {
      const isRequired = isNonNullType(field.type) && field.defaultValue === undefined;
      const name = typeName(field.type, inputName);
      return `    ${field.name}: ${isRequired ? `Required[${name}]` : name}\n`;
    });
    declared.set(type.name, `class ${type.name}(TypedDict, total=False):\n${fields.join('')}`);
    return type.name;
  }

  /** Returns the type of a selection; one of each possible type where the field is abstract. */
  function selectionName(type: GraphQLOutputType, set: SelectionSetNode, path: string): string {
    return typeName(type, (leaf) => {
      const named = leaf as GraphQLOutputType;
      if (isAbstractType(named)) {
        const possible = schema.getPossibleTypes(named);
        return `Union[${possible.map(({ name }) => objectName(name, set, `${path}${name}`)).join(', ')}]`;
      }
      if (!isObjectType(named)) return leafName(named);
      return objectName(named.name, set, path);
    });
  }

  function objectName(typeName_: string, set: SelectionSetNode, path: string): string {
    const type = schema.getType(typeName_);
    if (!isObjectType(type)) throw new Error(`${typeName_} is no object type`);
    const fields = fieldsOf(typeName_, set).map((field) => {
      const key = field.alias?.value ?? field.name.value;
      if (field.name.value === '__typename') return `    __typename: Literal["${typeName_}"]\n`;
      const fieldType = type.getFields()[field.name.value]?.type;
      if (fieldType === undefined) throw new Error(`no field ${typeName_}.${field.name.value}`);
      const name = field.selectionSet
        ? selectionName(fieldType, field.selectionSet, `${path}${pascalCase(key)}`)
        : typeName(fieldType, leafName);
      return `    ${key}: ${name}\n`;
    });
    // Keys such as \`from\` and \`__typename\` are no attribute names of a class.
    const pairs = fields.map((field) => field.trim().replace(/^(\w+): (.*)$/, '    "$1": $2,\n'));
    declared.set(path, `${path} = TypedDict(\n    "${path}",\n    {\n${indent(pairs)}    },\n)\n`);
    return path;
  }

  function fieldsOf(typeName_: string, set: SelectionSetNode) {
    return set.selections.flatMap((selection): readonly import('graphql').FieldNode[] => {
      if (selection.kind === Kind.FIELD) return [selection];
      if (selection.kind !== Kind.INLINE_FRAGMENT) {
        throw new Error('documents of the client packages have no named fragments');
      }
      const condition = selection.typeCondition?.name.value ?? typeName_;
      return condition === typeName_ ? fieldsOf(typeName_, selection.selectionSet) : [];
    });
  }

  return {
    declared,
    inputType: (node: TypeNode) => {
      const type = typeFromAST(schema, node as never) as GraphQLType | undefined;
      if (type === undefined) throw new Error('a variable has an unknown type');
      return typeName(type, inputName);
    },
    selectionName,
  };
}

const indent = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('');

/** Returns the Python module with documents, the types of their variables and results, and methods. */
export function renderPythonOperations(
  schema: GraphQLSchema,
  operations: readonly ClientOperation[],
): string {
  const declarations = createDeclarations(schema);
  const methodOf = (operation: ClientOperation) => {
    const { definition, field, name, method, description } = operation;
    const rootType = schema.getRootType(definition.operation);
    const [selection] = definition.selectionSet.selections;
    const root = selection?.kind === Kind.FIELD ? selection : undefined;
    const type = root && rootType?.getFields()[root.name.value]?.type;
    if (!root?.selectionSet || !type) throw new Error(`${name} selects nothing`);
    const result = declarations.selectionName(type, root.selectionSet, pascalCase(name));
    const variables = (definition.variableDefinitions ?? []).map((variable) => {
      const isRequired = variable.type.kind === Kind.NON_NULL_TYPE && !variable.defaultValue;
      const typeText = declarations.inputType(variable.type);
      return {
        name: variable.variable.name.value,
        isRequired,
        text: isRequired ? typeText : typeText.replace(/^(?!Optional)(.*)$/, 'Optional[$1]'),
      };
    });
    const ordered = variables.toSorted((one, other) => +other.isRequired - +one.isRequired);
    const parameters = ordered.map(
      ({ name, isRequired, text }) =>
        `, ${pythonName(name)}: ${text}${isRequired ? '' : ' = None'}`,
    );
    const given = variables.map(({ name }) => `"${name}": ${pythonName(name)}`).join(', ');
    const isStream = definition.operation === 'subscription';
    return `    def ${snakeCase(method)}(self${parameters.join('')}) -> ${isStream ? `Iterator[${result}]` : result}:
        ${JSON.stringify(description)}
        return self._transport.${isStream ? 'stream' : 'request'}("${name}", "${field}", {${given}})
`;
  };
  const classes = groupByNamespace(operations).map(({ name, members }) => ({
    name,
    className: `${pascalCase(name)}Documents`,
    text: `class ${pascalCase(name)}Documents:
    "Documents of the namespace \`${name}\`."

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

${members.map(methodOf).join('\n')}`,
  }));
  const documents = operations.map(({ name, text }) => `    "${name}": ${JSON.stringify(text)},\n`);
  return `"""Documents with the types of their variables and results. Generated from
\`schema/operations/\` by \`npm run generate\`."""

from typing import Any, Dict, Iterator, List, Literal, Optional, Protocol, Required, TypedDict, Union


class Transport(Protocol):
    "Sends a document by name and returns its root field."

    def request(self, name: str, field: str, variables: Dict[str, Any]) -> Any: ...

    def stream(self, name: str, field: str, variables: Dict[str, Any]) -> Iterator[Any]: ...


DOCUMENTS: Dict[str, str] = {
${documents.join('')}}

${[...declarations.declared.values()].map((text) => `\n${text.trimEnd()}\n`).join('\n')}
${classes.map(({ text }) => `\n${text}`).join('\n')}`;
}

/** Words that Python reserves get an underscore. */
const pythonName = (name: string) =>
  ['from', 'in', 'is', 'import'].includes(name) ? `${snakeCase(name)}_` : snakeCase(name);
