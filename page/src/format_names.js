// Names of formats for people, by the titles that the library gives: English, then Chinese. As on the registry's pages.

import { currentLanguage } from './language.js'

const NAMES = {
  'an agent description': ['Agent description', '智能体描述'],
  'an agent description of ANP-07': ['Agent description (ANP-07)', '智能体描述（ANP-07）'],
  'a listing of agent descriptions': ['List of agent descriptions', '智能体描述列表'],
  'a DID document': ['DID document', 'DID 文档'],
  'a document of a WNS Handle': ['WNS Handle document', 'WNS Handle 文档'],
  'a JSON object with a data-integrity proof': ['Signed JSON object', '带完整性校验信息（proof）的 JSON 对象'],
  'an A2A Agent Card': ['A2A card', 'A2A 卡片'],
  'a seed card': ['Seed card', '种子卡片'],
  'a list of MCP tools': ['MCP tools', 'MCP 工具'],
  "an MCP registry's server.json": ['MCP server.json', 'MCP server.json'],
  'an MCP server card': ['MCP server card', 'MCP 服务器卡片'],
  'an AI Catalog': ['AI Catalog', 'AI Catalog'],
  'an ARD catalog': ['ARD catalog', 'ARD 目录'],
  'an index of agent skills': ['Skills index', '技能索引'],
}

/** The name of a format by its title. */
export const formatName = (title) => {
  const names = new Map(Object.entries(NAMES)).get(title)
  if (names !== undefined) return names[currentLanguage() === 'en' ? 0 : 1]
  const name = title.replace(/^an? /, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
