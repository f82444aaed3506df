// What npm's `yaml` makes of texts by YAML 1.2's core schema, for tests/interop/yaml/mod.rs: batch file in, answers file out.
// INTEROP_NODE_MODULES says where the package is.
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';

const {parseAllDocuments} = createRequire(process.env.INTEROP_NODE_MODULES + '/')('yaml');
const OPTIONS = {version: '1.2', schema: 'core', merge: false, strict: true, uniqueKeys: true, logLevel: 'silent'};

function read(text) {
  try {
    const documents = parseAllDocuments(text, OPTIONS);
    if(documents.length !== 1) {
      return {error: `${documents.length} documents`};
    }
    const [document] = documents;
    if(document.errors.length > 0) {
      return {error: document.errors[0].code};
    }
    // the text of JSON: what toJS makes of dates and sets is no part of the core schema
    return {ok: JSON.stringify(document.toJS({maxAliasCount: -1})), warnings: document.warnings.map(warning => warning.code)};
  } catch(error) {
    return {error: `crash: ${error.name}`};
  }
}

const [batch, answers] = process.argv.slice(2);
writeFileSync(answers, JSON.stringify(JSON.parse(readFileSync(batch, 'utf8')).map(read)));
