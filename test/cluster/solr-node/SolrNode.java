// One node of SolrCloud for tests: java -cp 'JARS/*' SolrNode.java PORT HOME ZOOKEEPER. Prints `ready` when it answers.
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

public class SolrNode {
  private static final String SETTINGS = """
      <solr>
        <solrcloud>
          <str name="host">127.0.0.1</str>
          <int name="hostPort">${hostPort}</int>
          <str name="hostContext">solr</str>
          <str name="zkHost">${zkHost}</str>
          <!-- A killed node is given up after this time. -->
          <int name="zkClientTimeout">6000</int>
        </solrcloud>
      </solr>
      """;

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    Path home = Files.createDirectories(Path.of(args[1]).toAbsolutePath());
    Files.writeString(home.resolve("solr.xml"), SETTINGS);
    System.setProperty("hostPort", args[0]);
    System.setProperty("zkHost", args[2]);
    System.setProperty("jetty.port", args[0]);
    JettyConfig config = JettyConfig.builder().setContext("/solr").setPort(port).build();
    new JettySolrRunner(home.toString(), new Properties(), config).start();
    System.out.println("ready");
    // Ends with the program that started it, also when that was killed.
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }
}
