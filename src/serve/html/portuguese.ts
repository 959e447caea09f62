// Portuguese words for what the rest of the program says in English: titles of problems, reasons for leaving images out.
import type { ProblemName } from '../problems.ts';

/** Titles of problems. */
export const PORTUGUESE_PROBLEMS: Readonly<Record<ProblemName, string>> = {
  'invalid-parameter': 'Um parâmetro não pode ser usado assim.',
  'bad-request': 'O pedido não pode ser entendido.',
  unauthorized: 'Isto precisa da chave do operador.',
  'sign-in-needed': 'Esta biblioteca não está aberta a todos.',
  'not-found': 'Não há nada aqui.',
  'no-thumbnail': 'Esta imagem não tem miniatura.',
  'method-not-allowed': 'Aqui só se responde a GET e HEAD.',
  conflict: 'Isto não pode ser feito no estado atual.',
  'cursor-expired': 'Esta continuação já não pode ser usada.',
  'too-large': 'O pedido é demasiado grande.',
  'unsupported-image': 'O que está guardado não é uma imagem que se possa mostrar.',
  'wrong-host': 'Este servidor não responde por esse nome.',
  'taken-down': 'Foi retirado porque uma lei ou um tribunal o exige.',
  'rate-limited': 'Demasiados pedidos.',
  internal: 'O servidor encontrou um problema inesperado.',
  unavailable: 'O servidor não pode responder agora.',
  timeout: 'A pesquisa demorou demasiado e foi abandonada.',
  'archive-missing': 'O ficheiro de arquivo que guarda estes bytes não pode ser lido.',
};

/** Why an image is not in the library, in few words. */
export const PORTUGUESE_REJECTIONS: Readonly<Record<string, string>> = {
  'too-small': 'demasiado pequena',
  'too-large': 'demasiado grande',
  'zero-size': 'sem largura ou altura',
  'truncated-header': 'cabeçalho cortado',
  'bad-header': 'cabeçalho danificado',
  blank: 'imagem vazia',
  font: 'letras de uma fonte',
  placeholder: 'substituto de uma imagem que é carregada depois',
  empty: 'sem bytes',
  'unknown-format': 'formato desconhecido',
  html: 'uma página em vez da imagem',
  screenshot: 'captura de ecrã feita pelo recolhedor',
  'no-web-address': 'sem endereço na Web',
  damaged: 'registo danificado',
};
